-- Means over topics of the scores that others computed.
--
-- source: main.submitted_scores
-- grain: collection, variant, run_id, measure
-- columns:
--   variant: labels the scores were computed by
--   run_id
--   measure: name as in metrics.measures
--   min_relevance: lowest grade counted as relevant; null where grades are gains
--   value: mean over the topics of the scores
--   num_q
-- needs: scores
-- caveats: several sources of the same score count once; a measure that is summed up otherwise than by its mean
--   (gm_map, counts) is not meant
-- example: select * from labels.submitted_run_scores where measure = 'ndcg_cut_10'
create or replace view labels.submitted_run_scores as
with topics as (
    select
        scores.collection,
        scores.variant,
        scores.run_id,
        scores.query_id,
        scores.measure,
        scores.min_relevance,
        min(scores.value) as value,
    from main.submitted_scores as scores
    group by
        scores.collection, scores.variant, scores.run_id, scores.query_id, scores.measure, scores.min_relevance
)

select
    topics.collection,
    topics.variant,
    topics.run_id,
    topics.measure,
    topics.min_relevance,
    avg(topics.value) as value,
    count(*) as num_q,
from topics
group by topics.collection, topics.variant, topics.run_id, topics.measure, topics.min_relevance;
