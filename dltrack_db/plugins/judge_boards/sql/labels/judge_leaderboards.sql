-- One row for each judge and measure: how well the judge's leaderboard agrees with the reference leaderboard. Correlations
-- with intervals, and the share of significantly different runs in the wrong order.
--
-- source: TREC AutoJudge (2026), whose tool autojudge-evaluate prints the same correlations; labels.judged_runs; Efron 1979
--   for the intervals (statistics.centred_interval); Student 1908 for the pairs
-- grain: collection, judge, measure
-- params:
--   resamples: number of resamples of the topics
-- columns:
--   judge: name of the leaderboard's judge
--   measure: measure of the judge
--   model: model that judged; null if people judged or the model is unknown
--   num_runs: number of runs in both leaderboards
--   num_topics: number of topics in both leaderboards
--   tau_b: Kendall's tau-b of the runs' means
--   tau_b_low: lower end of the 95 % interval of tau_b over topics drawn with replacement; null for a single topic
--   tau_b_high: upper end of the interval of tau_b
--   tau_ap: AP correlation, which weights the top ranks more (statistics.tau_ap_b)
--   tau_ap_low: lower end of the interval of tau_ap
--   tau_ap_high: upper end of the interval of tau_ap
--   tau_at_10: Kendall's tau-b of the ten best runs by the reference
--   tau_at_10_low: lower end of the interval of tau_at_10
--   tau_at_10_high: upper end of the interval of tau_at_10
--   spearman: Spearman's rank correlation
--   spearman_low: lower end of the interval of spearman
--   spearman_high: upper end of the interval of spearman
--   pearson: Pearson's correlation of the means
--   pearson_low: lower end of the interval of pearson
--   pearson_high: upper end of the interval of pearson
--   rbo: rank-biased overlap with p = .9: mean over all orders of tied runs (statistics.rbo_of_values)
--   rbo_low: lower end of the interval of rbo
--   rbo_high: upper end of the interval of rbo
--   num_significant: number of pairs of runs that differ significantly by the reference (paired t-test, p < .05, not
--     corrected)
--   flipped: share of significantly different pairs that the judge orders the opposite way, 0 to 1; null if the judge
--     scores all runs equally
-- needs: runs, leaderboards
-- caveats: correlations are empty for fewer than three runs, or if all runs are tied in one of the leaderboards
-- cost: .3 s of processor time for each judge of the 63 passage runs of TREC 2021
-- example: select judge, tau_b, tau_b_low, tau_b_high from labels.judge_leaderboards('ndcg_cut_10')
create or replace macro labels.judge_leaderboards(
    truth := 'ndcg_cut_10', truth_judge := null, missing := null, resamples := 500, seed := 1
) as table
with runs as materialized (
    select
        judged.collection,
        judged.judge,
        judged.measure,
        judged.model,
        judged.run_id,
        judged.num_topics,
        -- multiplied by the direction, so that higher values are better
        judged.direction * judged.official as official,
        judged.value,
        [judged.direction * score for score in judged.official_values] as official_values,
        [judged.direction * coalesce(score, 0) for score in judged.official_values] as official_sums,
        [coalesce(score, 0) for score in judged.other_values] as other_sums,
        [(score is not null)::double for score in judged.official_values] as official_known,
        [(score is not null)::double for score in judged.other_values] as other_known,
    from labels.judged_runs(truth := truth, truth_judge := truth_judge, missing := missing) as judged
    where judged.unranked is null
),

weights as materialized (
    select
        drawn.num_topics,
        drawn.trial,
        drawn.weights,
    from statistics.topic_weights(
        (select list(distinct runs.num_topics) from runs), trials := resamples, seed := seed
    ) as drawn
),

means as (
    select
        runs.collection,
        runs.judge,
        runs.measure,
        runs.run_id,
        weights.trial,
        round(
            list_inner_product(runs.official_sums, weights.weights)
            / nullif(list_inner_product(runs.official_known, weights.weights), 0),
            12
        ) as official,
        round(
            list_inner_product(runs.other_sums, weights.weights)
            / nullif(list_inner_product(runs.other_known, weights.weights), 0),
            12
        ) as value,
    from runs
    inner join weights on runs.num_topics = weights.num_topics
),

resampled as (
    select
        means.collection,
        means.judge,
        means.measure,
        means.trial,
        list(means.official order by means.run_id) as officials,
        list(means.value order by means.run_id) as judged,
    from means
    group by means.collection, means.judge, means.measure, means.trial
    having count(*) > 2
),

agreed as (
    select
        resampled.collection,
        resampled.judge,
        resampled.measure,
        resampled.trial,
        statistics.kendall_tau_b(resampled.officials, resampled.judged) as tau_b,
        statistics.tau_ap_b(resampled.officials, resampled.judged) as tau_ap,
        statistics.kendall_tau_top(resampled.officials, resampled.judged, 10) as tau_at_10,
        statistics.spearman(resampled.officials, resampled.judged) as spearman,
        statistics.pearson(resampled.officials, resampled.judged) as pearson,
        statistics.rbo_of_values(resampled.officials, resampled.judged, p := 0.9) as rbo,
    from resampled
),

correlations as (
    select
        agreed.collection,
        agreed.judge,
        agreed.measure,
        max(agreed.tau_b) filter (where agreed.trial < 0) as tau_b,
        quantile_cont(agreed.tau_b, [0.025, 0.5, 0.975]) filter (where agreed.trial >= 0) as tau_b_range,
        max(agreed.tau_ap) filter (where agreed.trial < 0) as tau_ap,
        quantile_cont(agreed.tau_ap, [0.025, 0.5, 0.975]) filter (where agreed.trial >= 0) as tau_ap_range,
        max(agreed.tau_at_10) filter (where agreed.trial < 0) as tau_at_10,
        quantile_cont(agreed.tau_at_10, [0.025, 0.5, 0.975]) filter (where agreed.trial >= 0) as tau_at_10_range,
        max(agreed.spearman) filter (where agreed.trial < 0) as spearman,
        quantile_cont(agreed.spearman, [0.025, 0.5, 0.975]) filter (where agreed.trial >= 0) as spearman_range,
        max(agreed.pearson) filter (where agreed.trial < 0) as pearson,
        quantile_cont(agreed.pearson, [0.025, 0.5, 0.975]) filter (where agreed.trial >= 0) as pearson_range,
        max(agreed.rbo) filter (where agreed.trial < 0) as rbo,
        quantile_cont(agreed.rbo, [0.025, 0.5, 0.975]) filter (where agreed.trial >= 0) as rbo_range,
    from agreed
    group by agreed.collection, agreed.judge, agreed.measure
),

differences as (
    select
        a.collection,
        a.judge,
        a.measure,
        round(a.value - b.value, 12) as judged,
        list_filter(
            list_transform(
                list_zip(a.official_values, b.official_values), lambda pair: statistics.difference(pair[1], pair[2])
            ),
            lambda difference: difference is not null
        ) as official,
    from runs as a
    inner join runs as b
        on a.collection = b.collection and a.judge = b.judge and a.measure = b.measure and a.run_id < b.run_id
),

critical as (
    select
        sizes.num_topics,
        statistics.student_critical(sizes.num_topics - 1, 0.05) as t,
    from (
        select distinct len(differences.official) as num_topics,
        from differences
        where len(differences.official) > 1
    ) as sizes
),

significant as (
    select
        differences.collection,
        differences.judge,
        differences.measure,
        count(*) as num_significant,
        avg((sign(list_avg(differences.official)) * sign(differences.judged) < 0)::integer) as flipped,
    from differences
    inner join critical on len(differences.official) = critical.num_topics
    where
        abs(list_avg(differences.official))
        > critical.t / sqrt(critical.num_topics) * statistics.spread(
            list_min(differences.official), list_max(differences.official), list_stddev_samp(differences.official)
        )
    group by differences.collection, differences.judge, differences.measure
),

sizes as (
    select
        runs.collection,
        runs.judge,
        runs.measure,
        any_value(runs.model) as model,
        count(*) as num_runs,
        max(runs.num_topics) as num_topics,
        min(runs.value) < max(runs.value) and min(runs.official) < max(runs.official) as is_order,
    from runs
    group by runs.collection, runs.judge, runs.measure
)

select
    sizes.collection,
    sizes.judge,
    sizes.measure,
    sizes.model,
    sizes.num_runs,
    sizes.num_topics,
    correlations.tau_b,
    statistics.centred_interval(correlations.tau_b, correlations.tau_b_range).low as tau_b_low,
    statistics.centred_interval(correlations.tau_b, correlations.tau_b_range).high as tau_b_high,
    correlations.tau_ap,
    statistics.centred_interval(correlations.tau_ap, correlations.tau_ap_range).low as tau_ap_low,
    statistics.centred_interval(correlations.tau_ap, correlations.tau_ap_range).high as tau_ap_high,
    correlations.tau_at_10,
    statistics.centred_interval(correlations.tau_at_10, correlations.tau_at_10_range).low as tau_at_10_low,
    statistics.centred_interval(correlations.tau_at_10, correlations.tau_at_10_range).high as tau_at_10_high,
    correlations.spearman,
    statistics.centred_interval(correlations.spearman, correlations.spearman_range).low as spearman_low,
    statistics.centred_interval(correlations.spearman, correlations.spearman_range).high as spearman_high,
    correlations.pearson,
    statistics.centred_interval(correlations.pearson, correlations.pearson_range).low as pearson_low,
    statistics.centred_interval(correlations.pearson, correlations.pearson_range).high as pearson_high,
    correlations.rbo,
    statistics.centred_interval(correlations.rbo, correlations.rbo_range, lowest := 0).low as rbo_low,
    statistics.centred_interval(correlations.rbo, correlations.rbo_range, lowest := 0).high as rbo_high,
    coalesce(significant.num_significant, 0) as num_significant,
    case when sizes.is_order then significant.flipped end as flipped,
from sizes
left join correlations
    on sizes.collection = correlations.collection and sizes.judge = correlations.judge and sizes.measure = correlations.measure
left join significant
    on sizes.collection = significant.collection and sizes.judge = significant.judge and sizes.measure = significant.measure;
