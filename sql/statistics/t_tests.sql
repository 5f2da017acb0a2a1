-- Paired two-sided t-test of every pair of runs of a collection.
--
-- source: Student 1908; scipy.stats.ttest_rel
-- grain: collection, measure, run_a, run_b
-- params:
--   baselines: list of second runs, to compute only tests against these runs; null for all tests
-- columns:
--   run_a, run_b, num_q
--   mean_a: the first run's score: mean, sum or geometric mean over topics, by the rule of the measure
--     (metrics.over_topics)
--   mean_b: the second run's score
--   mean_difference: the tested difference: mean_a - mean_b or, for a geometric mean, the difference of the mean logarithms
--   standard_error: standard error of mean_difference; null if t is null
--   t: test statistic; null for a single topic, or if the difference is the same on every topic
--   p_value: two-sided, above 0; null if t is null, but 1 if the runs are equal on all of two topics or more, because any
--     assignment of signs to differences of 0 gives the same mean
--   untested: why there is no p_value: 'a single topic', 'the same difference on every topic' or 'a score that is no
--     number'; null if there is a p_value
-- needs: runs
-- caveats: each pair is listed in both directions; a difference that is the same on every topic cannot be tested, because
--   it has no spread (scipy returns an infinite t); the smallest p-value of a randomization test is then 2 / 2^num_q
-- cost: grows with the number of pairs of runs unless baselines are named
-- example: select * from statistics.t_tests(['map']) where run_a = 'p_bm25' order by p_value
create or replace macro statistics.t_tests(measures, baselines := null) as table
with pairs as (
    select
        paired_values.collection,
        paired_values.measure,
        paired_values.run_a,
        paired_values.run_b,
        count(*) as num_q,
        sum(paired_values.value_a) as total_a,
        sum(paired_values.value_b) as total_b,
        avg(paired_values.difference) as mean_difference,
        statistics.spread(
            min(paired_values.difference),
            max(paired_values.difference),
            stddev_samp(paired_values.difference),
            decimals := min(paired_values.decimals)
        ) as deviation,
        bool_and(paired_values.difference = 0) as is_equal,
    from statistics.paired_values(measures, baselines := baselines) as paired_values
    where baselines is not null or paired_values.run_a < paired_values.run_b
    group by paired_values.collection, paired_values.measure, paired_values.run_a, paired_values.run_b
),

tested as (
    select
        pairs.collection,
        pairs.measure,
        pairs.run_a,
        pairs.run_b,
        pairs.num_q,
        metrics.over_topics(summaries.summary, pairs.total_a, pairs.num_q) as mean_a,
        metrics.over_topics(summaries.summary, pairs.total_b, pairs.num_q) as mean_b,
        pairs.mean_difference * metrics.topics_per_unit(summaries.summary, pairs.num_q) as mean_difference,
        pairs.deviation * metrics.topics_per_unit(summaries.summary, pairs.num_q) / sqrt(pairs.num_q)
        as standard_error,
        pairs.mean_difference / (pairs.deviation / sqrt(pairs.num_q)) as t,
        case
            when not isfinite(pairs.mean_difference) then 'a score that is no number'
            when pairs.num_q < 2 then 'a single topic'
            when pairs.deviation is null and not pairs.is_equal then 'the same difference on every topic'
        end as untested,
    from pairs
    left join metrics.summaries as summaries on metrics.base_name(pairs.measure) = summaries.name
),

halves as (
    select
        sizes.num_q,
        statistics.student_tail((sizes.num_q - 1)::double, 0.0::double) as half,
    from (select distinct tested.num_q from tested where tested.num_q > 1) as sizes
),

p_values as (
    select
        tested.*,
        case
            when tested.untested is not null then null
            when tested.t is not null then statistics.student_two_sided(tested.t, tested.num_q - 1, half := halves.half)
            else 1
        end as p_value,
    from tested
    left join halves on tested.num_q = halves.num_q
)

select
    collection,
    measure,
    run_a,
    run_b,
    num_q,
    mean_a,
    mean_b,
    mean_difference,
    standard_error,
    t,
    p_value,
    untested,
from p_values
union all
-- the other direction of each pair
select
    collection,
    measure,
    run_b as run_a,
    run_a as run_b,
    num_q,
    mean_b as mean_a,
    mean_a as mean_b,
    -mean_difference as mean_difference,
    standard_error,
    -t as t,
    p_value,
    untested,
from p_values
where baselines is null;
