-- The mean of every run over topics drawn with replacement, the same topics for all runs.
--
-- source: statistics.bootstrap_topics
-- grain: collection, measure, run_id, trial
-- params:
--   trials: number of resamplings
-- columns:
--   trial: number of the resampling, from 0
--   mean: mean over the drawn topics; for a geometric mean, the mean of the logarithms
-- needs: runs
-- example: from statistics.resampled_means(['ndcg_cut_10'], trials := 10) where run_id = 'p_bm25'
create or replace macro statistics.resampled_means(measures, trials := 1000, seed := 1) as table
select
    query_scores.collection,
    query_scores.measure,
    query_scores.run_id,
    drawn.trial,
    statistics.exact_sum(query_scores.value * drawn.weight) / sum(drawn.weight) as mean,
from metrics.query_scores as query_scores
inner join statistics.bootstrap_topics(trials := trials, seed := seed) as drawn
    on query_scores.collection = drawn.collection
    and query_scores.query_id = drawn.query_id
where list_contains(measures, query_scores.measure) and catalog.has_measures(measures)
group by query_scores.collection, query_scores.measure, query_scores.run_id, drawn.trial;
