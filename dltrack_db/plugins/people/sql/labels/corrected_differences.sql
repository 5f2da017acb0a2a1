-- The difference of two runs' mean scores by a model's labels, corrected by people who judge some of the topics, with an
-- interval: for every pair of runs.
--
-- source: statistics.regression_estimate on the differences of each topic, as labels.corrected does on scores
-- grain: run_a, run_b
-- params:
--   measure: measure in labels.query_scores
--   target: 'these' for the difference over these topics, 'like these' for all topics like these
-- columns:
--   run_a, run_b
--   by_people: mean of run_a minus mean of run_b over the topics that people judge, by their labels
--   by_model: the same over all topics, by the labels of the model
--   corrected: estimate of the difference over all topics by the labels of these people
--   low: lower end of the 95 % interval of corrected, not corrected for several pairs
--   high: upper end
--   lambda: weight of the model, from 0 (people only) to 1; fitted to the differences of this pair
--   num_people_topics
--   num_topics: topics that the model judges
-- needs: runs, second labels
-- caveats: each pair is listed in both directions; it may claim what labels.corrected may claim, and stops as that does
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
