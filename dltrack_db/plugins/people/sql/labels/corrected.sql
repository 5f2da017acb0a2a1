-- The mean score of each run by a model's labels, corrected by people who judge some of the topics, with an interval.
--
-- source: statistics.regression_estimate; the difference between people and model on their common topics corrects the mean
--   by the model over all topics: Angelopoulos et al., "Prediction-powered inference", Science 382 (2023)
-- grain: run_id
-- params:
--   measure: measure in labels.query_scores
--   target: 'these' for the mean over these topics, 'like these' for the mean over all topics like these
-- columns:
--   run_id
--   by_people: mean over the topics that people judge, by their labels
--   by_model: mean over all topics, by the labels of the model
--   corrected: estimate of the mean over all topics by the labels of these people
--   low: lower end of the 95 % interval of corrected, by Student's t with num_people_topics - 2 degrees of freedom; null
--     for 'like these' if people judge all topics but one
--   high: upper end
--   lambda: weight of the model, from 0 (people only) to 1
--   num_people_topics
--   num_topics: topics that the model judges
-- needs: runs, second labels
-- caveats: it estimates the mean that these people, on these pools, would give, if their topics are drawn at random from all
--   topics. It says nothing about true relevance or documents outside the pools, and it is wrong if the topics of people
--   were chosen. In 1,000 draws, intervals for these topics had the true mean in 93.3 % at 10 topics by people, 93.8 % at 15,
--   94.7 % at 25 and 94.9 % at 40. The difference of two runs has its own estimate (labels.corrected_differences). Fewer
--   than 10 topics by people, sets with different scales, and a set that is its own truth stop the query
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
