-- The p-values of all pairs of runs by each measure, largest first, with the difference that would be significant. The curves
-- show which measures separate runs well.
--
-- source: T. Sakai, "Evaluating evaluation metrics based on the bootstrap", SIGIR 2006 (achieved significance levels; here
--     with the paired t-test instead of the bootstrap)
-- grain: collection, measure, position
-- params:
--   alpha: significance level for needed_difference
-- columns:
--   position: position of the pair by p-value, 1 for the highest
--   share: position as a share of all pairs, to plot the curves of several measures together
--   run_a, run_b
--   p_value: p-value of the paired two-sided t-test
--   mean_difference: absolute difference of the means
--   needed_difference: smallest difference of the means that would be significant for this pair, given the spread of its
--     differences over topics; 0 if the runs are equal on every topic
--   achieved_difference: largest needed_difference of all pairs: any larger difference is significant
-- needs: runs
-- caveats: pairs without a p-value (statistics.t_tests) have no row
-- example: from statistics.asl_curve(['ndcg_cut_10', 'map']) where collection = 'trec2021-passages'
create or replace macro statistics.asl_curve(measures, alpha := 0.05) as table
with pairs as (
    select
        t_tests.collection,
        t_tests.measure,
        t_tests.run_a,
        t_tests.run_b,
        t_tests.num_q,
        t_tests.p_value,
        abs(t_tests.mean_difference) as mean_difference,
        t_tests.t,
    from statistics.t_tests(measures) as t_tests
    where t_tests.run_a < t_tests.run_b and t_tests.p_value is not null
),

critical as (
    select
        numbers.num_q,
        statistics.student_critical(numbers.num_q - 1, alpha) as t,
    from (select distinct pairs.num_q from pairs) as numbers
),

needed as (
    select
        pairs.*,
        case
            when pairs.t is null then 0
            when pairs.t <> 0 then critical.t * pairs.mean_difference / abs(pairs.t)
        end as needed_difference,
    from pairs
    inner join critical on pairs.num_q = critical.num_q
)

select
    needed.collection,
    needed.measure,
    row_number() over family as position,
    row_number() over family / count(*) over (partition by needed.collection, needed.measure) as share,
    needed.run_a,
    needed.run_b,
    needed.p_value,
    needed.mean_difference,
    needed.needed_difference,
    max(needed.needed_difference) over (partition by needed.collection, needed.measure) as achieved_difference,
from needed
window family as (
    partition by needed.collection, needed.measure order by needed.p_value desc, needed.run_a asc, needed.run_b asc
);
