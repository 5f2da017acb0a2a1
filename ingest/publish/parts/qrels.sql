-- Labels, and who made each set of them: what a file says is replaced as a whole.
delete from main.qrels
where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels');

delete from main.subtopic_qrels
where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels');

insert into main.qrels by name
select
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
group by files.collection, files.name, qrels.query_id, qrels.doc_id;

insert into main.subtopic_qrels by name
select
    files.collection,
    files.name as variant,
    qrels.query_id,
    qrels.subtopic,
    qrels.doc_id,
    qrels.relevance,
from memory.staging.qrels as qrels
inner join memory.staging.files as files on files.file_id = qrels.file_id
where qrels.subtopic <> '';

delete from main.qrels_variants
where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels');

insert into main.qrels_variants by name
select
    files.collection,
    files.name as variant,
    judges.kind,
    judges.model,
    judges.prompt,
    judges.date,
    judges.author,
    judges.source,
    judges.licence,
    judges.scale,
    judges.cuts,
    judges.min_relevance,
from memory.staging.files as files
inner join memory.staging.judges as judges on judges.file_id = files.file_id;
