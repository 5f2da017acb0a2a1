-- Paired two-sided t-test of every pair of runs of a collection.
--
-- source: Student 1908; scipy.stats.ttest_rel
-- grain: collection, measure, run_a, run_b
-- params:
--   baselines: the only second runs, as a list, which saves the tests of all others; null for every run
-- columns:
--   run_a, run_b, num_q
--   mean_a: mean of the first run
--   mean_b: mean of the second run
--   mean_difference: mean_a - mean_b
--   t: statistic; null when the runs are equal on every topic
--   p_value: two-sided; 1 when the runs are equal on every topic
-- needs: runs
-- caveats: each pair comes in both directions; p_value is null for a single topic
-- example: select * from statistics.t_tests(['map']) where run_a = 'p_bm25' order by p_value
create or replace macro statistics.t_tests(measures, baselines := null) as table
with moments as (
    select
        paired_values.collection,
        paired_values.measure,
        paired_values.run_a,
        paired_values.run_b,
        count(*) as num_q,
        avg(paired_values.value_a) as mean_a,
        avg(paired_values.value_b) as mean_b,
        avg(paired_values.difference) as mean_difference,
        stddev_samp(paired_values.difference) as deviation,
    from statistics.paired_values(measures, baselines := baselines) as paired_values
    group by paired_values.collection, paired_values.measure, paired_values.run_a, paired_values.run_b
),

tested as (
    select
        moments.collection,
        moments.measure,
        moments.run_a,
        moments.run_b,
        moments.num_q,
        moments.mean_a,
        moments.mean_b,
        moments.mean_difference,
        moments.mean_difference / nullif(moments.deviation / sqrt(moments.num_q), 0) as t,
    from moments
)

select
    tested.collection,
    tested.measure,
    tested.run_a,
    tested.run_b,
    tested.num_q,
    tested.mean_a,
    tested.mean_b,
    tested.mean_difference,
    tested.t,
    case
        when tested.t is not null then statistics.student_two_sided(tested.t, tested.num_q - 1)
        when tested.mean_difference = 0 then 1
        when tested.num_q > 1 then 0
    end as p_value,
from tested;
