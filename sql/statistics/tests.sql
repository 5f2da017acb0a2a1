-- Which runs of a collection differ from one or several baselines by more than chance, in one or several measures: all
-- tests as one family. Every leaderboard, comparison and evaluation has its p-values from here.
--
-- source: paired two-sided t-test over topics (statistics.t_tests), corrected by Holm (1979) for the number of all tests:
--   every pair of a run and a baseline in every measure, two baselines against each other once
-- grain: measure, run_id, baseline
-- params:
--   measures: trec_eval's names of the measures, as a list
--   baselines: runs that the others are compared with, as a list; null for the best of `runs` by the first measure
--   runs: the runs that are tested, as a list, which are all that it is corrected for; null for all of the collection
--   alpha: corrected p-value below which a difference counts
-- columns:
--   measure, run_id
--   baseline: run compared with; the run itself in a row with the verdict 'baseline'
--   place: place of the baseline in the list, from 1
--   num_q: topics over which the two are compared
--   mean: mean of the run over these topics
--   baseline_mean: mean of the baseline
--   mean_difference: mean of the run minus mean of the baseline; 0 for the baseline itself
--   p_value: p-value of this test alone, as in statistics.t_tests; null for the baseline itself, and where there is no test
--   p_corrected: the same corrected for all tests of the family
--   num_tests: number of tests in the family
--   verdict: 'better', 'worse', 'not shown to differ' (chance could explain it), or 'baseline' for the run itself; null where
--     there is no test
--   untested: why there is no test, as in statistics.t_tests; null where there is one
-- needs: runs
-- caveats: a run without scores per topic is tested by none; statistics.footnote names it
-- example: from statistics.tests('sample-passages', ['ndcg_cut_10', 'map'], baselines := ['p_bm25', 'p_bm25rm3'])
create or replace macro statistics.tests(
    collection_name, measures, baselines := null, runs := null, alpha := 0.05
) as table
with named as (
    select coalesce(
        baselines,
        (
            select [arg_min(scores.run_id, (-round(scores.value, 12), scores.run_id))],
            from metrics.run_scores as scores
            where
                scores.collection = collection_name
                and list_position(measures, scores.measure) = 1
                and scores.value is not null
                and (runs is null or list_contains(runs, scores.run_id))
        ),
        []
    ) as baselines,
),

tested as materialized (
    select
        t_tests.measure,
        t_tests.run_a as run_id,
        t_tests.run_b as baseline,
        least(t_tests.run_a, t_tests.run_b) as first_run,
        greatest(t_tests.run_a, t_tests.run_b) as second_run,
        t_tests.num_q,
        t_tests.mean_a as mean,
        t_tests.mean_b as baseline_mean,
        t_tests.mean_difference,
        t_tests.p_value,
        t_tests.untested,
    from statistics.t_tests(measures, baselines := (select named.baselines from named)) as t_tests
    where t_tests.collection = collection_name and (runs is null or list_contains(runs, t_tests.run_a))
),

pairs as (
    select tested.measure, tested.first_run, tested.second_run, max(tested.p_value) as p_value,
    from tested
    where tested.p_value is not null
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
        ) as p_corrected,
    from stepped
)

select
    tested.measure,
    tested.run_id,
    tested.baseline,
    list_position(named.baselines, tested.baseline) as place,
    tested.num_q,
    tested.mean,
    tested.baseline_mean,
    tested.mean_difference,
    tested.p_value,
    corrected.p_corrected,
    (select count(*) from pairs) as num_tests,
    case
        when tested.untested is not null then null
        when corrected.p_corrected >= alpha then 'not shown to differ'
        when tested.mean_difference > 0 then 'better'
        else 'worse'
    end as verdict,
    tested.untested,
from tested
cross join named
left join corrected
    on tested.measure = corrected.measure
    and tested.first_run = corrected.first_run
    and tested.second_run = corrected.second_run
union all
select
    scores.measure,
    scores.run_id,
    scores.run_id as baseline,
    list_position(named.baselines, scores.run_id) as place,
    scores.num_q,
    scores.value as mean,
    scores.value as baseline_mean,
    0 as mean_difference,
    null as p_value,
    null as p_corrected,
    (select count(*) from pairs) as num_tests,
    'baseline' as verdict,
    null as untested,
from metrics.run_scores as scores
inner join named on list_contains(named.baselines, scores.run_id)
where
    scores.collection = collection_name
    and list_contains(measures, scores.measure)
    and scores.value is not null
    and (runs is null or list_contains(runs, scores.run_id));
