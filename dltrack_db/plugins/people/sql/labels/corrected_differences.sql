-- One row for each pair of runs: the difference of their mean scores by a model's labels, corrected by labels of people on
-- some of the topics, with an interval.
--
-- source: statistics.regression_estimate of the differences on each topic; labels.corrected applies it to scores
-- grain: run_a, run_b
-- params:
--   measure: measure in labels.query_scores
--   target: 'these' for the mean difference over the loaded topics, 'like these' for that over all similar topics
-- columns:
--   run_a, run_b
--   by_people: mean of run_a minus mean of run_b by the labels of people, over the topics that people judged
--   by_model: mean of run_a minus mean of run_b by the labels of the model, over all topics
--   corrected: estimate of the difference by labels of people, over all topics
--   low: lower end of the 95 % interval of corrected; the interval is not adjusted for several pairs
--   high: upper end of the 95 % interval of corrected
--   lambda: weight of the model, from 0 (people only) to 1; estimated separately for each pair
--   num_people_topics
--   num_topics: number of topics that the model judged
-- needs: runs, second labels
-- caveats: each pair is listed in both directions. For the meaning of the estimate and for errors, see the caveats of
--   labels.corrected
-- cost: grows with the number of pairs of runs
-- example:
--   from labels.corrected_differences('trec2021-passages', 'nist', 'syndl-gpt4', 'ndcg_cut_10') where run_a = 'p_bm25'
create or replace macro labels.corrected_differences(collection_name, people, model, measure, target := 'these') as table
select
    means.run_a,
    means.run_b,
    means.by_people,
    means.by_model,
    means.corrected,
    means.low,
    means.high,
    means."lambda" as "lambda",
    means.num_people_topics,
    means.num_topics,
from labels.corrected_means(collection_name, people, model, measure, target, true) as means;
