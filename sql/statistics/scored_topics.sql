-- The topics of collections without official labels: topics for which at least half of the runs have scores. A run with few
-- topics or with a stray topic therefore does not change the topics used for any other run.
--
-- source: main.stand_in_scores, main.qrels
-- grain: collection, query_id
-- columns:
--   query_id
-- caveats: collections with official labels have no rows: their topics are the judged topics (statistics.topics)
-- example: select collection, count(*) from statistics.scored_topics group by collection
create or replace view statistics.scored_topics as
with judged as (
    select distinct qrels.collection,
    from main.qrels as qrels
    inner join main.collections as collections
        on qrels.collection = collections.collection and qrels.variant = collections.qrels_variant
),

scored as (
    select distinct
        stand_in_scores.collection,
        stand_in_scores.run_id,
        stand_in_scores.query_id,
    from main.stand_in_scores as stand_in_scores
    where stand_in_scores.collection not in (select judged.collection from judged)
),

runs as (
    select
        scored.collection,
        count(distinct scored.run_id) as num_runs,
    from scored
    group by scored.collection
)

select
    scored.collection,
    scored.query_id,
from scored
inner join runs on scored.collection = runs.collection
group by scored.collection, scored.query_id, runs.num_runs
having 2 * count(*) >= runs.num_runs;
