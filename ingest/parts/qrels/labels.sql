-- Labels; for labels by subtopic, the highest grade of each document.
select
    qrels.file_id,
    files.collection,
    files.name as variant,
    qrels.query_id,
    qrels.doc_id,
    qrels.relevance,
    qrels.iteration,
    qrels.gain,
    qrels.stratum,
from memory.staging.qrels as qrels
inner join memory.staging.files as files on files.file_id = qrels.file_id
where qrels.subtopic = ''
union all
select
    qrels.file_id,
    files.collection,
    files.name as variant,
    qrels.query_id,
    qrels.doc_id,
    max(qrels.relevance) as relevance,
    null as iteration,
    null as gain,
    null as stratum,
from memory.staging.qrels as qrels
inner join memory.staging.files as files on files.file_id = qrels.file_id
where qrels.subtopic <> ''
group by qrels.file_id, files.collection, files.name, qrels.query_id, qrels.doc_id;
