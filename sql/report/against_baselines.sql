-- Which runs of a collection differ from each of several baselines by more than chance, in each of several measures:
-- all tests as one family.
--
-- source: paired two-sided t-test over topics, corrected by Holm (1979) for the number of all tests: every pair of a run
--   and a baseline in every measure, two baselines against each other once
-- grain: measure, run_id, baseline
-- params:
--   collection_name: judged task
--   measures: trec_eval's names of the measures, as a list
--   baselines: runs that the others are compared with, as a list
--   alpha: corrected p-value below which a difference counts
-- columns:
--   measure: measure
--   run_id
--   baseline: run compared with, another one than run_id
--   place: place of the baseline in the list, from 1
--   mean_difference: mean of the run minus mean of the baseline
--   p_value: p-value of the pair alone
--   p_holm: the same corrected for all tests; null for a single topic
--   num_tests: number of tests in the family
--   verdict: 'better', 'worse' or 'not shown to differ' (chance could explain it)
-- needs: runs
-- example: from report.against_baselines('sample-passages', ['ndcg_cut_10', 'map'], ['p_bm25', 'p_bm25rm3'])
create or replace macro report.against_baselines(collection_name, measures, baselines, alpha := 0.05) as table
with tested as (
    select
        t_tests.measure,
        t_tests.run_a as run_id,
        t_tests.run_b as baseline,
        least(t_tests.run_a, t_tests.run_b) as first_run,
        greatest(t_tests.run_a, t_tests.run_b) as second_run,
        t_tests.mean_difference,
        t_tests.p_value,
    from statistics.t_tests(measures, baselines := baselines) as t_tests
    where t_tests.collection = collection_name
),

pairs as (
    select tested.measure, tested.first_run, tested.second_run, max(tested.p_value) as p_value,
    from tested
    group by tested.measure, tested.first_run, tested.second_run
),

stepped as (
    select
        pairs.measure,
        pairs.first_run,
        pairs.second_run,
        pairs.p_value,
        count(*) over () as num_tests,
        row_number() over (order by pairs.p_value, pairs.measure, pairs.first_run, pairs.second_run) as step,
    from pairs
),

corrected as (
    select
        stepped.measure,
        stepped.first_run,
        stepped.second_run,
        stepped.num_tests,
        least(
            max(stepped.p_value * (stepped.num_tests - stepped.step + 1)) over (
                order by stepped.step rows between unbounded preceding and current row
            ),
            1
        ) as p_holm,
    from stepped
)

select
    tested.measure,
    tested.run_id,
    tested.baseline,
    list_position(baselines, tested.baseline) as place,
    tested.mean_difference,
    tested.p_value,
    corrected.p_holm,
    corrected.num_tests,
    case
        when corrected.p_holm >= alpha or corrected.p_holm is null then 'not shown to differ'
        when tested.mean_difference > 0 then 'better'
        else 'worse'
    end as verdict,
from tested
inner join corrected
    on tested.measure = corrected.measure
    and tested.first_run = corrected.first_run
    and tested.second_run = corrected.second_run;
