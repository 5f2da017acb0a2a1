-- Confidence interval of the mean of every run, by resampling topics with replacement, the same topics for all runs.
--
-- source: Efron 1979, percentile method; the seed makes it repeatable
-- grain: collection, measure, run_id
-- params:
--   measure_name: list of measures
--   trials: number of resamplings
--   confidence: coverage of the interval
--   seed: any number
-- columns:
--   collection: judged task
--   measure: name with parameter
--   run_id: run
--   mean: mean over the topics
--   low: lower end of the interval
--   high: upper end of the interval
-- example: select * from statistics.bootstrap(['ndcg_cut_10']) where collection = 'trec2021-passages'
create or replace macro statistics.bootstrap(measure_name, trials := 1000, confidence := 0.95, seed := 1) as table
with topics as (
    select
        topics.collection,
        topics.query_id,
        row_number() over (partition by topics.collection order by topics.query_id) - 1 as place,
        count(*) over (partition by topics.collection) as num_topics,
    from metrics.topics() as topics
),

weights as (
    select
        topics.collection,
        topics.query_id,
        drawn.trial,
        count(*) as weight,
    from (
        select
            topics.collection,
            topics.num_topics,
            trials.trial,
            statistics.draw(seed, trials.trial || ':' || topics.place, topics.num_topics) as drawn_place,
        from topics
        cross join (select unnest(range(0, trials)) as trial) as trials
    ) as drawn
    inner join topics on drawn.collection = topics.collection and drawn.drawn_place = topics.place
    group by topics.collection, topics.query_id, drawn.trial
),

resampled as (
    select
        query_scores.collection,
        query_scores.measure,
        query_scores.run_id,
        weights.trial,
        sum(query_scores.value * weights.weight) / sum(weights.weight) as mean,
    from metrics.query_scores as query_scores
    inner join weights
        on query_scores.collection = weights.collection
        and query_scores.query_id = weights.query_id
    where list_contains(flatten([measure_name]), query_scores.measure)
    group by query_scores.collection, query_scores.measure, query_scores.run_id, weights.trial
),

intervals as (
    select
        resampled.collection,
        resampled.measure,
        resampled.run_id,
        quantile_cont(resampled.mean, (1 - confidence) / 2) as low,
        quantile_cont(resampled.mean, (1 + confidence) / 2) as high,
    from resampled
    group by resampled.collection, resampled.measure, resampled.run_id
)

select
    intervals.collection,
    intervals.measure,
    intervals.run_id,
    run_scores.value as mean,
    intervals.low,
    intervals.high,
from intervals
inner join metrics.run_scores as run_scores
    on intervals.collection = run_scores.collection
    and intervals.measure = run_scores.measure
    and intervals.run_id = run_scores.run_id;
