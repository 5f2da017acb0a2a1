-- What the database attached as dltrack already holds of the collections at hand.
insert into staging.known_queries
select queries.query_set, queries.query_id
from dltrack.main.queries as queries
where
    queries.query_set in (select query_set from staging.collections)
    and queries.query_set not in (select name from staging.files where part = 'queries');

insert into staging.known_judged
select distinct qrels.collection, qrels.query_id
from dltrack.main.qrels as qrels
inner join staging.collections as collections
    on collections.collection = qrels.collection and collections.qrels_variant = qrels.variant
where (qrels.collection, qrels.variant) not in (select (collection, name) from staging.files where part = 'qrels');

insert into staging.known_grades
select
    qrels.collection,
    min(qrels.relevance) as lowest,
    max(qrels.relevance) as highest,
from dltrack.main.qrels as qrels
inner join staging.collections as collections
    on collections.collection = qrels.collection and collections.qrels_variant = qrels.variant
where (qrels.collection, qrels.variant) not in (select (collection, name) from staging.files where part = 'qrels')
group by qrels.collection;

insert into staging.known_runs
select runs.collection, runs.run_id, runs.tag, runs.is_submission, runs.source_file, runs.source_md5
from dltrack.main.runs as runs
where
    runs.source_file is not null
    and runs.collection in (select collection from staging.collections)
    and (runs.collection, runs.run_id) not in (select (collection, name) from staging.files where part = 'runs');

-- Descriptions of runs that this load does not bring anew: those an organizer gave stay.
insert into staging.runs by name
select
    runs.collection,
    runs.run_id,
    runs.team,
    runs.subtask,
    runs.category,
    runs.stage,
    runs.dense,
    runs.in_overview,
    runs.submitted_on,
    runs.submitted_md5,
from dltrack.main.runs as runs
where
    runs.collection in (select collection from staging.collections)
    and runs.collection not in (select collection from staging.runs)
    and (runs.team, runs.subtask, runs.category, runs.stage, runs.dense, runs.submitted_on, runs.submitted_md5)
    is distinct from (null, null, null, null, null, null, null);
