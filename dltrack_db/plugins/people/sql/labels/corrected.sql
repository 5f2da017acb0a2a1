-- One row for each run: its mean score by a model's labels, corrected by labels of people on some of the topics, with an
-- interval.
--
-- source: statistics.regression_estimate. The model's mean over all topics is corrected by the difference between people and
--   model on their common topics: Angelopoulos et al., "Prediction-powered inference", Science 382 (2023)
-- grain: run_id
-- params:
--   measure: measure in labels.query_scores
--   target: 'these' for the mean over the loaded topics, 'like these' for the mean over all similar topics
-- columns:
--   run_id
--   by_people: mean by the labels of people, over the topics that people judged
--   by_model: mean by the labels of the model, over all topics
--   corrected: estimate of the mean by labels of people, over all topics
--   low: lower end of the 95 % interval of corrected, by Student's t with num_people_topics - 2 degrees of freedom; null
--     for 'like these' if people judged all topics but one
--   high: upper end of the 95 % interval of corrected
--   lambda: weight of the model, from 0 (people only) to 1
--   num_people_topics
--   num_topics: number of topics that the model judged
-- needs: runs, second labels
-- caveats: corrected estimates the mean that the same people would find with the same pools, if people judged a random sample
--   of the topics. It says nothing about true relevance or about documents outside the pools, and it is wrong if the topics
--   for people were not chosen at random. In 1,000 simulations, the interval for 'these' contained the true mean in 93.3 % of
--   cases with 10 topics by people, 93.8 % with 15, 94.7 % with 25 and 94.9 % with 40. For the difference of two runs, use
--   labels.corrected_differences. The query stops with an error if people judged fewer than 10 topics, if the label sets have
--   different scales, or if both are the same label set
-- example: from labels.corrected('trec2021-passages', 'nist', 'syndl-gpt4', 'ndcg_cut_10') order by corrected desc
create or replace macro labels.corrected(collection_name, people, model, measure, target := 'these') as table
select
    means.run_a as run_id,
    means.by_people,
    means.by_model,
    means.corrected,
    means.low,
    means.high,
    means."lambda" as "lambda",
    means.num_people_topics,
    means.num_topics,
from labels.corrected_means(collection_name, people, model, measure, target, false) as means;
