delete from main.qrels
where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels');

insert into main.qrels
select
    files.collection,
    files.name as variant,
    qrels.query_id,
    qrels.doc_id,
    qrels.relevance,
    qrels.iteration,
from memory.staging.qrels as qrels
inner join memory.staging.files as files on files.file_id = qrels.file_id;
