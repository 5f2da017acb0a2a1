-- From the private copy of a load into the lake: who made each set of labels, other wordings of topics, what is noted of
-- topics and runs, scores without rankings, runs and scores of tracks. The private copy holds those of this load alone.
delete from lake.main.qrels_variants
where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels');

insert into lake.main.qrels_variants by name
from slice.main.qrels_variants;

delete from lake.main.query_variants
where query_set || '/' || variant in (select name from memory.staging.files where part = 'query-variants');

insert into lake.main.query_variants by name
from slice.main.query_variants;

delete from lake.main.query_attributes
where source in (select name from memory.staging.files where part = 'query-attributes');

insert into lake.main.query_attributes by name
from slice.main.query_attributes;

delete from lake.main.run_metadata
where (collection, source) in (select (collection, name) from memory.staging.files where part = 'run-metadata');

insert into lake.main.run_metadata by name
from slice.main.run_metadata;

delete from lake.main.submitted_scores
where (collection, variant, source) in (
    select (files.collection, score_sets.variant, score_sets.source)
    from memory.staging.score_sets as score_sets
    inner join memory.staging.files as files on files.file_id = score_sets.file_id
    where score_sets.judge is null
);

insert into lake.main.submitted_scores by name
from slice.main.submitted_scores;

delete from lake.main.judge_scores
where (collection, judge, source) in (
    select (files.collection, score_sets.judge, score_sets.source)
    from memory.staging.score_sets as score_sets
    inner join memory.staging.files as files on files.file_id = score_sets.file_id
    where score_sets.judge is not null
);

insert into lake.main.judge_scores by name
from slice.main.judge_scores;

delete from lake.main.track_runs
where edition || '/' || track in (select name from memory.staging.files where part = 'track-runs');

insert into lake.main.track_runs by name
from slice.main.track_runs;

delete from lake.main.track_scores
where edition || '/' || track in (select name from memory.staging.files where part = 'track-scores');

insert into lake.main.track_scores by name
from slice.main.track_scores;

delete from lake.main.track_facts
where edition || '/' || track || '/' || page in (select name from memory.staging.files where part = 'track-facts');

insert into lake.main.track_facts by name
from slice.main.track_facts;
