-- Number of decimals for comparing the values of a measure if some runs have only rounded scores: the smallest number of
-- decimals among the runs with a score on every topic. All runs are compared at this precision, so that equality means the same
-- for every pair of runs.
--
-- source: main.stand_in_scores, statistics.scored_topics
-- grain: collection, measure
-- columns:
--   decimals: number of decimals; no row if all runs have rankings, whose values are compared to twelve decimals
--     (statistics.difference)
-- example: from statistics.known_decimals
create or replace view statistics.known_decimals as
with topics as (
    select
        scored_topics.collection,
        count(*) as num_topics,
    from statistics.scored_topics as scored_topics
    group by scored_topics.collection
),

runs as (
    select
        stand_in_scores.collection,
        stand_in_scores.measure,
        stand_in_scores.run_id,
        count(*) as num_q,
        min(stand_in_scores.decimals) as decimals,
    from main.stand_in_scores as stand_in_scores
    group by stand_in_scores.collection, stand_in_scores.measure, stand_in_scores.run_id
)

select
    runs.collection,
    runs.measure,
    min(runs.decimals) as decimals,
from runs
left join topics on runs.collection = topics.collection
where topics.num_topics is null or runs.num_q = topics.num_topics
group by runs.collection, runs.measure;
