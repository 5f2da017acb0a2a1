-- One row for each run, measure and label set: the mean over topics of scores that others have published.
--
-- source: main.submitted_scores
-- grain: collection, variant, run_id, measure
-- columns:
--   variant: labels that the scores were computed with
--   run_id
--   measure: name as in metrics.measures
--   min_relevance: lowest relevant grade; null if the measure uses grades as gains
--   value: mean of the scores over topics
--   num_q
-- needs: scores
-- caveats: a score that several sources have published is used once. Means of measures that are not averaged over topics
--   (gm_map, counts) are meaningless
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
