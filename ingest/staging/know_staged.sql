-- Topics, judged topics and runs of this load.
insert into staging.known_queries by name
select files.name as query_set, queries.query_id
from staging.queries as queries
inner join staging.files as files on files.file_id = queries.file_id
where queries.query_id is not null;

insert into staging.known_judged by name
select distinct files.collection, qrels.query_id
from staging.qrels as qrels
inner join staging.files as files on files.file_id = qrels.file_id
inner join staging.collections as collections
    on collections.collection = files.collection and collections.qrels_variant = files.name
where qrels.query_id is not null;

insert into staging.known_grades by name
select
    files.collection,
    min(qrels.relevance) as lowest,
    max(qrels.relevance) as highest,
from staging.qrels as qrels
inner join staging.files as files on files.file_id = qrels.file_id
inner join staging.collections as collections
    on collections.collection = files.collection and collections.qrels_variant = files.name
where qrels.relevance is not null
group by files.collection;

insert into staging.known_runs by name
select collection, name as run_id, tag, is_submission, source as source_file, md5 as source_md5
from staging.files
where part = 'runs';
