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
--   num_people_topics: topics that people judge
--   num_topics: topics that the model judges
-- needs: runs, second labels
-- caveats: it estimates the mean that these people, on these pools, would give, if their topics are drawn at random from all
--   topics. It says nothing about true relevance or documents outside the pools, and it is wrong if the topics of people
--   were chosen. In 1,000 draws, intervals for these topics had the true mean in 93.3 % at 10 topics by people, 93.8 % at 15,
--   94.7 % at 25 and 94.9 % at 40. The difference of two runs has its own estimate (labels.corrected_differences). Fewer
--   than 10 topics by people, sets with different scales, and a set that is its own truth stop the query
-- example: from labels.corrected('trec2021-passages', 'nist', 'syndl-gpt4', 'ndcg_cut_10') order by corrected desc
create or replace macro labels.corrected(collection_name, people, model, measure, target := 'these') as table
with runs as (
    select
        scores.run_id,
        count(*) as num_topics,
        count(scores.by_people) as num_people_topics,
        list_avg(list(scores.by_model order by scores.query_id)) as by_model,
        list(scores.by_people order by scores.query_id) filter (where scores.by_people is not null) as ys,
        list(scores.by_model order by scores.query_id) filter (where scores.by_people is not null) as fs,
        list(scores.by_model order by scores.query_id) filter (where scores.by_people is null) as others,
    from labels.scores_by_both(collection_name, people, model, measure) as scores
    group by scores.run_id
),

fitted as (
    select
        runs.*,
        statistics.regression_estimate(runs.ys, runs.fs, runs.others) as fit,
        critical.t,
    from runs
    inner join (
        select
            sizes.num_people_topics,
            statistics.student_critical(sizes.num_people_topics - 2, 0.05) as t,
        from (select distinct runs.num_people_topics, from runs) as sizes
    ) as critical on runs.num_people_topics = critical.num_people_topics
),

widths as (
    select
        fitted.*,
        fitted.t * if(target = 'these', fitted.fit.error, fitted.fit.error_of_others) as half,
    from fitted
    where
        case
            when target in ('these', 'like these') then true
            else error('target must be ''these'' or ''like these'', not ' || coalesce(target, 'null'))
        end
)

select
    widths.run_id,
    list_avg(widths.ys) as by_people,
    widths.by_model,
    widths.fit.estimate as corrected,
    widths.fit.estimate - widths.half as low,
    widths.fit.estimate + widths.half as high,
    widths.fit."lambda" as "lambda",
    widths.num_people_topics,
    widths.num_topics,
from widths;
