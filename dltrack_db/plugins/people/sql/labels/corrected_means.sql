-- One row for each run or pair of runs: the mean score, or difference of mean scores, by a model's labels, corrected by labels
-- of people on some of the topics. Use labels.corrected and labels.corrected_differences, which read this macro.
--
-- source: statistics.regression_estimate; Student's t with num_people_topics - 2 degrees of freedom
-- grain: run_a, run_b
-- params:
--   measure: measure in labels.query_scores
--   target: 'these' for the mean over the loaded topics, 'like these' for the mean over all similar topics
--   in_pairs: true for differences of two runs, false for scores of single runs
-- columns:
--   run_a
--   run_b: run that is subtracted; null for the score of run_a alone
--   by_people: mean by the labels of people, over the topics that people judged
--   by_model: mean by the labels of the model, over all topics
--   corrected: estimate of the mean by labels of people, over all topics
--   low: lower end of the 95 % interval of corrected
--   high: upper end of the 95 % interval of corrected
--   lambda: weight of the model, from 0 (people only) to 1
--   num_people_topics
--   num_topics: number of topics that the model judged
-- needs: runs, second labels
-- caveats: see labels.corrected
-- example: from labels.corrected_means('trec2021-passages', 'nist', 'syndl-gpt4', 'ndcg_cut_10', 'these', false)
create or replace macro labels.corrected_means(collection_name, people, model, measure, target, in_pairs) as table
with scores as materialized (
    select
        known.run_id,
        known.query_id,
        known.by_people,
        known.by_model,
    from labels.scores_by_both(collection_name, people, model, measure) as known
),

topics as (
    select
        scores.run_id as run_a,
        null::varchar as run_b,
        scores.query_id,
        scores.by_people,
        scores.by_model,
    from scores
    where not in_pairs
    union all
    select
        a.run_id as run_a,
        b.run_id as run_b,
        a.query_id,
        a.by_people - b.by_people as by_people,
        a.by_model - b.by_model as by_model,
    from scores as a
    inner join scores as b
        on a.query_id = b.query_id and a.run_id <> b.run_id and (a.by_people is null) = (b.by_people is null)
    where in_pairs
),

pairs as (
    select
        topics.run_a,
        topics.run_b,
        count(*) as num_topics,
        count(topics.by_people) as num_people_topics,
        list_avg(list(topics.by_model order by topics.query_id)) as by_model,
        list(topics.by_people order by topics.query_id) filter (where topics.by_people is not null) as ys,
        list(topics.by_model order by topics.query_id) filter (where topics.by_people is not null) as fs,
        list(topics.by_model order by topics.query_id) filter (where topics.by_people is null) as others,
    from topics
    group by topics.run_a, topics.run_b
),

fitted as (
    select
        pairs.*,
        statistics.regression_estimate(pairs.ys, pairs.fs, pairs.others) as fit,
        critical.t,
    from pairs
    inner join (
        select
            sizes.num_people_topics,
            statistics.student_critical(sizes.num_people_topics - 2, 0.05) as t,
        from (select distinct pairs.num_people_topics, from pairs) as sizes
    ) as critical on pairs.num_people_topics = critical.num_people_topics
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
    widths.run_a,
    widths.run_b,
    list_avg(widths.ys) as by_people,
    widths.by_model,
    widths.fit.estimate as corrected,
    widths.fit.estimate - widths.half as low,
    widths.fit.estimate + widths.half as high,
    widths.fit."lambda" as "lambda",
    widths.num_people_topics,
    widths.num_topics,
from widths;
