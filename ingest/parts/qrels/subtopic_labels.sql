-- Labels by subtopic.
select
    qrels.file_id,
    files.collection,
    files.name as variant,
    qrels.query_id,
    qrels.subtopic,
    qrels.doc_id,
    qrels.relevance,
from memory.staging.qrels as qrels
inner join memory.staging.files as files on files.file_id = qrels.file_id
where qrels.subtopic <> '';
