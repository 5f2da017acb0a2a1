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
--   num_people_topics: topics that people judge
--   num_topics: topics that the model judges
-- needs: runs, second labels
-- caveats: each pair is listed in both directions; it may claim what labels.corrected may claim, and stops as that does
-- cost: grows with the number of pairs of runs
-- example:
--   from labels.corrected_differences('trec2021-passages', 'nist', 'syndl-gpt4', 'ndcg_cut_10') where run_a = 'p_bm25'
create or replace macro labels.corrected_differences(collection_name, people, model, measure, target := 'these') as table
with scores as materialized (
    select
        known.run_id,
        known.query_id,
        known.by_people,
        known.by_model,
        known.provenance,
    from labels.scores_by_both(collection_name, people, model, measure) as known
),

pairs as (
    select
        a.run_id as run_a,
        b.run_id as run_b,
        count(*) as num_topics,
        count(a.by_people) as num_people_topics,
        list_avg(list(a.by_model - b.by_model order by a.query_id)) as by_model,
        list(a.by_people - b.by_people order by a.query_id) filter (where a.by_people is not null) as ys,
        list(a.by_model - b.by_model order by a.query_id) filter (where a.by_people is not null) as fs,
        list(a.by_model - b.by_model order by a.query_id) filter (where a.by_people is null) as others,
    from scores as a
    inner join scores as b
        on a.query_id = b.query_id and a.run_id <> b.run_id and (a.by_people is null) = (b.by_people is null)
    group by a.run_id, b.run_id
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
