-- The value of every standard measure for every run: the mean over the judged topics, a topic that the run leaves out counting 0.
--
-- source: trec_eval -c -m all_trec (meas_avg.c)
-- grain: collection, run_id, measure
-- columns:
--   collection: judged task
--   run_id: run
--   measure: trec_eval's name
--   value: mean over topics, or what metrics.summaries says
--   num_q: topics that the value sums up: all judged topics of the collection
-- example: select run_id, value from metrics.run_scores where collection = 'trec2021-passages' and measure = 'map' order by value desc
create or replace view metrics.run_scores as
with summed as (
    select
        query_scores.collection,
        query_scores.run_id,
        query_scores.measure,
        sum(query_scores.value) as total,
        count(*) as num_q,
    from metrics.query_scores as query_scores
    group by query_scores.collection, query_scores.run_id, query_scores.measure
)

select
    summed.collection,
    summed.run_id,
    summed.measure,
    case when summaries.summary = 'sum' then summed.total else summed.total / summed.num_q end as value,
    summed.num_q,
from summed
left join metrics.summaries as summaries on summed.measure = summaries.measure;
