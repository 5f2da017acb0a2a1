-- Whether resampled topics can tell anything of the order of runs, and why not.
--
-- source: every resampling of a single topic is that topic; of runs that are equal everywhere, all are first
-- grain: collection, measure
-- columns:
--   num_runs: runs
--   num_topics: topics
--   lack: 'a single run', 'a single topic' or 'all runs are equal on every topic'; null where there is something to tell
-- needs: runs
-- example: from statistics.rank_information(['ndcg_cut_10'])
create or replace macro statistics.rank_information(measures) as table
with topics as (
    select
        query_scores.collection,
        query_scores.measure,
        query_scores.query_id,
        count(*) as num_runs,
        max(round(query_scores.value, 12)) - min(round(query_scores.value, 12)) as range,
    from metrics.query_scores as query_scores
    where list_contains(measures, query_scores.measure)
    group by query_scores.collection, query_scores.measure, query_scores.query_id
)

select
    topics.collection,
    topics.measure,
    max(topics.num_runs) as num_runs,
    count(*) as num_topics,
    case
        when max(topics.num_runs) = 1 then 'a single run'
        when count(*) = 1 then 'a single topic'
        when max(topics.range) = 0 then 'all runs are equal on every topic'
    end as lack,
from topics
group by topics.collection, topics.measure;
