-- Scores that others computed of runs whose rankings are not loaded, where they are what would be computed here.
--
-- source: main.submitted_scores; nDCG per topic by ndcgeval, trec_eval -q
-- grain: collection, variant, run_id, query_id, measure
-- columns:
--   collection: judged task
--   variant: labels the scores were computed by
--   is_official: whether these are the official labels of the collection
--   run_id: run without loaded ranking
--   query_id: judged topic
--   measure: trec_eval's name of the measure
--   value: the score as printed, four decimals
-- caveats: only by the relevance level of the collection, or where grades are gains (nDCG); the tie rule is taken to be
--   the collection's, and runs to be scored in full depth. A topic that was not printed has no row, nor a score
--   about which several sources do not agree to four decimals.
-- example: select run_id, avg(value) from metrics.stand_in_scores where measure = 'ndcg_cut_10' group by run_id
create or replace view metrics.stand_in_scores as
select
    scores.collection,
    scores.variant,
    scores.variant = collections.qrels_variant as is_official,
    scores.run_id,
    scores.query_id,
    scores.measure,
    min(scores.value) as value,
from main.submitted_scores as scores
inner join main.collections as collections on scores.collection = collections.collection
where
    coalesce(scores.min_relevance = collections.min_relevance, true)
    and not starts_with(scores.measure, 'num_')
    and (scores.collection, scores.run_id) not in (
        select (run_topics.collection, run_topics.run_id),
        from main.run_topics as run_topics
    )
group by
    scores.collection, scores.variant, collections.qrels_variant, scores.run_id, scores.query_id, scores.measure
having max(scores.value) - min(scores.value) < 1e-4;
