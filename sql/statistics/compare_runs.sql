-- Two runs of a collection compared by each measure: wins, losses and ties over topics, the difference of the means with
-- its intervals, and paired tests.
--
-- source: scipy.stats.ttest_rel, scipy.stats.wilcoxon; Fisher 1935 (randomization of signs); Efron 1979
-- grain: collection, measure
-- params:
--   trials: number of resamplings and of randomizations
--   confidence: coverage of both intervals
-- columns:
--   num_q
--   mean_a: the score of run A, as in statistics.t_tests
--   mean_b: the score of run B
--   mean_difference: mean_a - mean_b; for a geometric mean, the difference of the mean logarithms
--   low: lower end of the interval of mean_difference by Student's t; null for a single topic, or if the difference is the same
--     on every topic. The interval contains 0 exactly if p_t is not below 1 - confidence
--   high: upper end of this interval
--   num_wins: topics on which A is better
--   num_losses: topics on which B is better
--   num_ties: topics on which A and B are equal
--   p_t: p-value of the paired two-sided t-test; null if statistics.t_tests has no p-value
--   bootstrap_low: lower end of the bootstrap interval of mean_difference, from quantiles of the means of resampled topics;
--     narrower than Student's interval if there are few topics; null if low is null
--   bootstrap_high: upper end of the bootstrap interval
--   p_wilcoxon: p-value of the Wilcoxon signed-rank test
--   p_randomization: p-value of the two-sided randomization test of the signs
-- needs: runs
-- example: select * from statistics.compare_runs('p_bm25', 'p_bm25rm3', ['map', 'ndcg_cut_10'])
create or replace macro statistics.compare_runs(
    first_run, second_run, measures, trials := 2000, confidence := 0.95, seed := 1
) as table
with differences as (
    select
        paired_values.collection,
        paired_values.measure,
        paired_values.query_id,
        paired_values.difference,
        paired_values.advantage,
        paired_values.decimals,
        row_number() over topics - 1 as place,
        count(*) over (partition by paired_values.collection, paired_values.measure) as num_topics,
    from statistics.paired_values(measures) as paired_values
    where
        paired_values.run_a = first_run
        and paired_values.run_b = second_run
        and catalog.has_runs([first_run, second_run])
    window topics as (
        partition by paired_values.collection, paired_values.measure order by paired_values.query_id
    )
),

counted as (
    select
        differences.collection,
        differences.measure,
        abs(statistics.exact_mean(differences.difference)) as size,
        statistics.spread(
            min(differences.difference),
            max(differences.difference),
            1,
            decimals := min(differences.decimals)
        ) is not null as has_spread,
        count(*) filter (where differences.advantage > 0) as num_wins,
        count(*) filter (where differences.advantage < 0) as num_losses,
        count(*) filter (where differences.difference = 0) as num_ties,
    from differences
    group by differences.collection, differences.measure
),

drawn as (
    select
        differences.collection,
        differences.measure,
        differences.place,
        differences.difference,
        trials.trial,
        statistics.draw(seed, trials.trial || ':' || differences.place, differences.num_topics) as drawn_place,
        statistics.draw(seed, trials.trial || '±' || differences.place, 2) as is_flipped,
    from differences
    cross join range(0, trials) as trials (trial)
),

trial_means as (
    select
        drawn.collection,
        drawn.measure,
        drawn.trial,
        statistics.exact_mean(differences.difference) as resampled,
        statistics.exact_mean(
            case when drawn.is_flipped = 1 then -drawn.difference else drawn.difference end
        ) as flipped,
    from drawn
    inner join differences
        on drawn.collection = differences.collection
        and drawn.measure = differences.measure
        and drawn.drawn_place = differences.place
    group by drawn.collection, drawn.measure, drawn.trial
),

intervals as (
    select
        trial_means.collection,
        trial_means.measure,
        quantile_cont(trial_means.resampled, (1 - confidence) / 2) filter (where counted.has_spread) as low,
        quantile_cont(trial_means.resampled, (1 + confidence) / 2) filter (where counted.has_spread) as high,
        (1 + count(*) filter (where abs(trial_means.flipped) >= counted.size - 1e-12)) / (1 + count(*)) as p_randomization,
    from trial_means
    inner join counted
        on trial_means.collection = counted.collection
        and trial_means.measure = counted.measure
    group by trial_means.collection, trial_means.measure
),

tested as (
    select
        t_tests.*,
        t_tests.standard_error * statistics.student_critical(t_tests.num_q - 1, 1 - confidence) as margin,
    from statistics.t_tests(measures, baselines := [second_run]) as t_tests
    where t_tests.run_a = first_run and t_tests.run_b = second_run
)

select
    tested.collection,
    tested.measure,
    tested.num_q,
    tested.mean_a,
    tested.mean_b,
    tested.mean_difference,
    tested.mean_difference - tested.margin as low,
    tested.mean_difference + tested.margin as high,
    counted.num_wins,
    counted.num_losses,
    counted.num_ties,
    tested.p_value as p_t,
    intervals.low * metrics.topics_per_unit(summaries.summary, tested.num_q) as bootstrap_low,
    intervals.high * metrics.topics_per_unit(summaries.summary, tested.num_q) as bootstrap_high,
    wilcoxon_tests.p_value as p_wilcoxon,
    intervals.p_randomization,
from tested
inner join statistics.wilcoxon_tests(measures) as wilcoxon_tests
    on tested.collection = wilcoxon_tests.collection
    and tested.measure = wilcoxon_tests.measure
    and tested.run_a = wilcoxon_tests.run_a
    and tested.run_b = wilcoxon_tests.run_b
inner join counted
    on tested.collection = counted.collection
    and tested.measure = counted.measure
inner join intervals
    on tested.collection = intervals.collection
    and tested.measure = intervals.measure
left join metrics.summaries as summaries on metrics.base_name(tested.measure) = summaries.name;
