-- For every pair of runs, the size of their difference, how certain the size is, and the number of topics needed to show the
-- difference.
--
-- source: J. Cohen, "Statistical Power Analysis for the Behavioral Sciences" (1988), d_z; L. V. Hedges, "Distribution
--     theory for Glass's estimator of effect size", Journal of Educational Statistics 6 (1981); T. Sakai, "Laboratory
--     Experiments in Information Retrieval" (2018), chapter 5, for the residual of the analysis of variance
-- grain: collection, measure, run_a, run_b
-- params:
--   baselines: list of second runs, to compute only pairs with these runs; null for all pairs
--   power_wanted: power of a test with topics_needed topics
--   alpha: significance level for power and topics_needed
-- columns:
--   run_a, run_b, num_q
--   mean_difference: score of the first run minus score of the second, as in statistics.t_tests
--   low: lower end of the interval of mean_difference by Student's t; statistics.compare_runs has the bootstrap interval
--   high: upper end of this interval
--   effect_size: d_z: mean of the differences over topics divided by their standard deviation
--   effect_low: lower end of the interval of effect_size by the noncentral t; null if statistics.effect_interval returns null
--   effect_high: upper end of this interval
--   hedges: effect_size corrected for its bias with few topics, by Hedges' gamma ratio
--   effect_anova: mean_difference divided by the residual standard deviation of all runs over all topics, which is the same for
--     all pairs; null if statistics.components_by has no residual variance
--   power: probability that a true difference of this size is significant with num_q topics; always below 1
--   topics_needed: number of topics with which a true difference of this size is significant with probability power_wanted
--   prob_a_better: probability that the first run has the better mean, given these topics: Student's t as the posterior of
--     the mean under a flat prior; above 0 and below 1; null for a measure without a better direction
-- needs: runs
-- caveats: each pair is listed in both directions. All columns but mean_difference are null for a single topic, or if the
--     difference is the same on every topic and its spread is therefore unknown. The power of an observed effect is a
--     function of its p-value: it says what a study of this size can show, not whether the effect is real
-- cost: 1.5 s of processor time with the 63 passage runs of TREC 2021
-- example: from statistics.effect_sizes(['ndcg_cut_10'], baselines := ['p_bm25']) order by effect_size desc
create or replace macro statistics.effect_sizes(
    measures, baselines := null, confidence := 0.95, power_wanted := 0.8, alpha := 0.05
) as table
with moments as (
    select
        paired_values.collection,
        paired_values.measure,
        paired_values.run_a,
        paired_values.run_b,
        count(*) as num_q,
        avg(paired_values.difference) as mean_difference,
        statistics.spread(
            min(paired_values.difference),
            max(paired_values.difference),
            stddev_samp(paired_values.difference),
            decimals := min(paired_values.decimals)
        ) as deviation,
    from statistics.paired_values(measures, baselines := baselines) as paired_values
    group by paired_values.collection, paired_values.measure, paired_values.run_a, paired_values.run_b
),

sized as (
    select
        moments.*,
        moments.mean_difference / moments.deviation as effect_size,
    from moments
),

critical as materialized (
    select
        numbers.num_q,
        statistics.student_critical(numbers.num_q - 1, 1 - confidence) as t,
        statistics.student_critical(numbers.num_q - 1, alpha) as t_power,
        -- lgamma loses precision for larger n; the ratio is then 1
        case
            when numbers.num_q > 10000 then 1
            when numbers.num_q > 2
                then exp(lgamma((numbers.num_q - 1) / 2) - lgamma((numbers.num_q - 2) / 2))
                / sqrt((numbers.num_q - 1) / 2)
        end as unbiased,
    from (select distinct sized.num_q from sized where sized.num_q >= 2) as numbers
),

-- each effect is computed once for both directions of a pair
effects as materialized (
    select
        sizes.effect,
        sizes.num_q,
        statistics.effect_interval(sizes.effect, sizes.num_q, confidence) as ends,
        least(
            statistics.noncentral_power(
                sizes.effect ** 2 * sizes.num_q, 1, sizes.num_q - 1, critical.t_power ** 2, alpha
            ),
            1 - 1e-12::double
        ) as power,
        statistics.topics_needed(sizes.effect, power_wanted, alpha) as topics_needed,
    from (
        select distinct
            round(abs(sized.effect_size), 12) as effect,
            sized.num_q,
        from sized
        where sized.effect_size is not null
    ) as sizes
    inner join critical on sizes.num_q = critical.num_q
),

residuals as (
    select
        components.collection,
        components.measure,
        sqrt(nullif(components.variance, 0)) as deviation,
    from statistics.components_by(measures) as components
    where components.source = 'residual'
)

select
    sized.collection,
    sized.measure,
    sized.run_a,
    sized.run_b,
    sized.num_q,
    sized.mean_difference * metrics.topics_per_unit(summaries.summary, sized.num_q) as mean_difference,
    (sized.mean_difference - critical.t * sized.deviation / sqrt(sized.num_q))
    * metrics.topics_per_unit(summaries.summary, sized.num_q) as low,
    (sized.mean_difference + critical.t * sized.deviation / sqrt(sized.num_q))
    * metrics.topics_per_unit(summaries.summary, sized.num_q) as high,
    sized.effect_size,
    case when sized.effect_size < 0 then -effects.ends.high else effects.ends.low end as effect_low,
    case when sized.effect_size < 0 then -effects.ends.low else effects.ends.high end as effect_high,
    sized.effect_size * critical.unbiased as hedges,
    sized.mean_difference / residuals.deviation as effect_anova,
    effects.power,
    effects.topics_needed,
    statistics.student_cdf(
        case when directions.name is null then 1 else directions.direction end * sized.effect_size * sqrt(sized.num_q),
        sized.num_q - 1
    ) as prob_a_better,
from sized
left join critical on sized.num_q = critical.num_q
left join effects on round(abs(sized.effect_size), 12) = effects.effect and sized.num_q = effects.num_q
left join residuals on sized.collection = residuals.collection and sized.measure = residuals.measure
left join metrics.summaries as summaries on metrics.base_name(sized.measure) = summaries.name
left join metrics.directions as directions on metrics.base_name(sized.measure) = directions.name;
