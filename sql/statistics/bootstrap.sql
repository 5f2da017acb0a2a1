-- Confidence interval of the mean of every run, by resampling topics with replacement, the same topics for all runs.
--
-- source: Efron 1979, percentile method; statistics.bootstrap_bca corrects the interval for bias and skew; the seed makes the
--     resamples reproducible
-- grain: collection, measure, run_id
-- params:
--   trials: number of resamplings
-- columns:
--   mean: the run's score: mean, sum or geometric mean over the topics (metrics.over_topics)
--   low: lower end of the interval; null for a single topic, or if all topics have the same value
--   high: upper end of the interval
-- needs: runs
-- example: select * from statistics.bootstrap(['ndcg_cut_10']) where collection = 'trec2021-passages'
create or replace macro statistics.bootstrap(measures, trials := 1000, confidence := 0.95, seed := 1) as table
with intervals as (
    select
        resampled.collection,
        resampled.measure,
        resampled.run_id,
        quantile_cont(resampled.mean, (1 - confidence) / 2) as low,
        quantile_cont(resampled.mean, (1 + confidence) / 2) as high,
    from statistics.resampled_means(measures, trials := trials, seed := seed) as resampled
    group by resampled.collection, resampled.measure, resampled.run_id
),

-- runs with a spread, for which resampling is informative
spreads as (
    select
        query_scores.collection,
        query_scores.measure,
        query_scores.run_id,
        statistics.spread(min(query_scores.value), max(query_scores.value), 1) is not null as has_spread,
    from metrics.query_scores as query_scores
    where list_contains(measures, query_scores.measure)
    group by query_scores.collection, query_scores.measure, query_scores.run_id
)

select
    intervals.collection,
    intervals.measure,
    intervals.run_id,
    run_scores.value as mean,
    case
        when spreads.has_spread
            then metrics.over_topics(summaries.summary, intervals.low * run_scores.num_q, run_scores.num_q)
    end as low,
    case
        when spreads.has_spread
            then metrics.over_topics(summaries.summary, intervals.high * run_scores.num_q, run_scores.num_q)
    end as high,
from intervals
inner join spreads
    on intervals.collection = spreads.collection
    and intervals.measure = spreads.measure
    and intervals.run_id = spreads.run_id
inner join metrics.run_scores as run_scores
    on intervals.collection = run_scores.collection
    and intervals.measure = run_scores.measure
    and intervals.run_id = run_scores.run_id
left join metrics.summaries as summaries on metrics.base_name(intervals.measure) = summaries.name;
