-- Every run of a collection compared with a baseline: difference of the means and p-values of two paired tests, also
-- corrected for the number of runs.
--
-- source: scipy.stats.ttest_rel, scipy.stats.wilcoxon; Holm 1979; Bonferroni 1936
-- grain: collection, measure, run_id
-- params:
--   baseline: run that the others are compared with
-- columns:
--   num_q
--   mean: mean of the run
--   baseline_mean: mean of the baseline
--   mean_difference: mean - baseline_mean
--   p_t: paired two-sided t-test; null if statistics.t_tests has none; such a run is not part of the corrections
--   p_t_holm: p_t corrected by Holm's method over the runs of the measure
--   p_t_bonferroni: p_t corrected by Bonferroni's method
--   p_wilcoxon: Wilcoxon signed-rank test
--   p_wilcoxon_holm: p_wilcoxon corrected by Holm's method over the runs of the measure
-- needs: runs
-- example: select * from statistics.against_baseline('p_bm25', ['ndcg_cut_10']) order by p_t
create or replace macro statistics.against_baseline(baseline, measures) as table
with tested as (
    select
        t_tests.collection,
        t_tests.measure,
        t_tests.run_a as run_id,
        t_tests.num_q,
        t_tests.mean_a,
        t_tests.mean_b,
        t_tests.mean_difference,
        t_tests.p_value as p_t,
        wilcoxon_tests.p_value as p_wilcoxon,
    from statistics.t_tests(measures, baselines := [baseline]) as t_tests
    inner join statistics.wilcoxon_tests(measures, baselines := [baseline]) as wilcoxon_tests
        on t_tests.collection = wilcoxon_tests.collection
        and t_tests.measure = wilcoxon_tests.measure
        and t_tests.run_a = wilcoxon_tests.run_a
        and t_tests.run_b = wilcoxon_tests.run_b
),

stepped as (
    select
        tested.collection,
        tested.measure,
        tested.run_id,
        tested.num_q,
        tested.mean_a,
        tested.mean_b,
        tested.mean_difference,
        tested.p_t,
        tested.p_wilcoxon,
        count(tested.p_t) over family as num_t,
        tested.p_t * (count(tested.p_t) over family - row_number() over by_t + 1) as step_t,
        tested.p_wilcoxon * (count(tested.p_wilcoxon) over family - row_number() over by_wilcoxon + 1) as step_wilcoxon,
    from tested
    window
        family as (partition by tested.collection, tested.measure),
        by_t as (partition by tested.collection, tested.measure order by tested.p_t, tested.run_id),
        by_wilcoxon as (partition by tested.collection, tested.measure order by tested.p_wilcoxon, tested.run_id)
)

select
    stepped.collection,
    stepped.measure,
    stepped.run_id,
    stepped.num_q,
    stepped.mean_a as mean,
    stepped.mean_b as baseline_mean,
    stepped.mean_difference,
    stepped.p_t,
    case when stepped.p_t is not null then least(max(stepped.step_t) over by_t, 1) end as p_t_holm,
    case when stepped.p_t is not null then least(stepped.p_t * stepped.num_t, 1) end as p_t_bonferroni,
    stepped.p_wilcoxon,
    case
        when stepped.p_wilcoxon is not null then least(max(stepped.step_wilcoxon) over by_wilcoxon, 1)
    end as p_wilcoxon_holm,
from stepped
window
    by_t as (
        partition by stepped.collection, stepped.measure
        order by stepped.p_t, stepped.run_id
        rows between unbounded preceding and current row
    ),
    by_wilcoxon as (
        partition by stepped.collection, stepped.measure
        order by stepped.p_wilcoxon, stepped.run_id
        rows between unbounded preceding and current row
    );
