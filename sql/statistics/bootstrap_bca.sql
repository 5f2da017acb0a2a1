-- BCa confidence interval of the mean of every run: a bootstrap corrected for bias and skewed values.
--
-- source: B. Efron, "Better bootstrap confidence intervals", JASA 82 (1987); scipy.stats.bootstrap(method='BCa'); the
--     resamples are those of statistics.bootstrap
-- grain: collection, measure, run_id
-- params:
--   trials: number of resamplings
-- columns:
--   mean: the run's score: mean, sum or geometric mean over the topics (metrics.over_topics)
--   low: lower end of the interval; null for a single topic, or if all topics have the same value
--   high: upper end of the interval
-- needs: runs
-- example: select * from statistics.bootstrap_bca(['ndcg_cut_10']) where collection = 'trec2021-passages'
create or replace macro statistics.bootstrap_bca(measures, trials := 1000, confidence := 0.95, seed := 1) as table
with resampled as (
    select
        resampled_means.collection,
        resampled_means.measure,
        resampled_means.run_id,
        list(resampled_means.mean) as means,
    from statistics.resampled_means(measures, trials := trials, seed := seed) as resampled_means
    group by resampled_means.collection, resampled_means.measure, resampled_means.run_id
),

observed as (
    select
        query_scores.collection,
        query_scores.measure,
        query_scores.run_id,
        list(query_scores.value order by query_scores.query_id) as topic_values,
    from metrics.query_scores as query_scores
    where list_contains(measures, query_scores.measure)
    group by query_scores.collection, query_scores.measure, query_scores.run_id
),

intervals as (
    select
        observed.collection,
        observed.measure,
        observed.run_id,
        list_avg(observed.topic_values) as mean,
        len(observed.topic_values) as num_q,
        statistics.bca_interval(observed.topic_values, resampled.means, confidence) as ends,
    from observed
    inner join resampled
        on observed.collection = resampled.collection
        and observed.measure = resampled.measure
        and observed.run_id = resampled.run_id
)

select
    intervals.collection,
    intervals.measure,
    intervals.run_id,
    metrics.over_topics(summaries.summary, intervals.mean * intervals.num_q, intervals.num_q) as mean,
    metrics.over_topics(summaries.summary, intervals.ends.low * intervals.num_q, intervals.num_q) as low,
    metrics.over_topics(summaries.summary, intervals.ends.high * intervals.num_q, intervals.num_q) as high,
from intervals
left join metrics.summaries as summaries on metrics.base_name(intervals.measure) = summaries.name;
