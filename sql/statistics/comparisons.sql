-- Runs of a collection compared with chosen baselines: numbers of topics on which each run is better, equal or worse, both
-- scores, and paired tests. The page of a run prints these rows.
--
-- source: statistics.t_tests, statistics.wilcoxon_tests; statistics.tests for the verdict
-- grain: measure, run_id, baseline
-- params:
--   measures: trec_eval's names, as a list
--   baselines: runs to compare with, as a list
--   runs: runs that are compared, as a list; the tests are corrected for these runs only; null for all runs
--   alone: whether each pair is a separate family of one test, without correction for the other tests
-- columns:
--   measure, run_id
--   baseline: run to compare with
--   num_q
--   num_wins: topics on which the run is better
--   num_ties: topics on which the run and the baseline are equal
--   num_losses: topics on which the baseline is better
--   mean: the run's score over these topics, as in statistics.t_tests
--   baseline_mean: the baseline's score over these topics
--   mean_difference: mean minus baseline_mean; for geometric means, the difference of the logarithms
--   low: lower end of the interval of mean_difference at the level of the corrected test (statistics.tests)
--   high: upper end of this interval
--   p_value: p-value of the paired two-sided t-test; null if there is no test
--   p_corrected: p_value corrected by Holm's method for the tests of the family
--   p_wilcoxon: p-value of statistics.wilcoxon_tests
--   verdict: as in statistics.tests
--   untested: why there is no test; otherwise null
-- needs: runs
-- example: from statistics.comparisons('trec2021-passages', ['map'], ['p_bm25'], runs := ['p_bm25rm3'])
create or replace macro statistics.comparisons(
    collection_name, measures, baselines, runs := null, alone := false
) as table
with counted as (
    select
        paired_values.measure,
        paired_values.run_a,
        paired_values.run_b,
        count(*) filter (where paired_values.advantage > 0) as num_wins,
        count(*) filter (where paired_values.difference = 0) as num_ties,
        count(*) filter (where paired_values.advantage < 0) as num_losses,
    from statistics.paired_values(measures, baselines := baselines) as paired_values
    where paired_values.collection = collection_name
    group by paired_values.measure, paired_values.run_a, paired_values.run_b
)

select
    t_tests.measure,
    t_tests.run_a as run_id,
    t_tests.run_b as baseline,
    t_tests.num_q,
    counted.num_wins,
    counted.num_ties,
    counted.num_losses,
    t_tests.mean_a as mean,
    t_tests.mean_b as baseline_mean,
    t_tests.mean_difference,
    tests.low,
    tests.high,
    tests.p_value,
    tests.p_corrected,
    wilcoxon_tests.p_value as p_wilcoxon,
    tests.verdict,
    tests.untested,
from statistics.t_tests(measures, baselines := baselines) as t_tests
inner join counted
    on t_tests.measure = counted.measure and t_tests.run_a = counted.run_a and t_tests.run_b = counted.run_b
inner join statistics.wilcoxon_tests(measures, baselines := baselines) as wilcoxon_tests
    on
        t_tests.collection = wilcoxon_tests.collection
        and t_tests.measure = wilcoxon_tests.measure
        and t_tests.run_a = wilcoxon_tests.run_a
        and t_tests.run_b = wilcoxon_tests.run_b
left join statistics.tests(collection_name, measures, baselines := baselines, runs := runs, alone := alone) as tests
    on t_tests.measure = tests.measure and t_tests.run_a = tests.run_id and t_tests.run_b = tests.baseline
where t_tests.collection = collection_name and (runs is null or list_contains(runs, t_tests.run_a));
