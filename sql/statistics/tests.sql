-- Which runs of a collection differ from one or several baselines by more than chance, for each measure. Each measure is a
-- separate family of tests: a verdict depends neither on the other measures shown nor on their order. Every comparison with a
-- baseline uses these p-values; which runs may be best is a different question (statistics.compared_with_best).
--
-- source: paired two-sided t-test over topics (statistics.t_tests), corrected by Holm (1979) for the number of tests of the
--   measure, one for every pair of a run and a baseline and one for every pair of baselines; systems.field for the runs
--   that are tested
-- grain: measure, run_id, baseline
-- params:
--   measures: trec_eval's names of the measures, as a list
--   baselines: runs that the other runs are compared with, as a list
--   runs: the runs that are tested, as a list; p-values are corrected for these runs only. Null for all runs of the collection;
--     runs that were not submitted then do not change the tests of submitted runs
--   alone: whether each pair is a separate family of one test, for a comparison of only two runs
--   alpha: significance level for corrected p-values
-- columns:
--   measure, run_id
--   baseline: run to compare with; the run itself in a row with the verdict 'baseline'
--   place: position of the baseline in the list, from 1
--   rank: the run's rank among all ranked runs (systems.field)
--   num_q: topics of the comparison
--   mean: the run's score: mean, sum or geometric mean over these topics
--   baseline_mean: the baseline's score
--   mean_difference: mean minus baseline_mean; for geometric means, the difference of the logarithms; 0 for the baseline
--     itself
--   low: lower end of the interval of mean_difference at the level of the corrected test; the interval contains 0 exactly
--     if the verdict is 'not shown to differ'; null if p_value is null, or if the runs are equal on every topic
--   high: upper end of this interval
--   p_value: p-value of this test alone, as in statistics.t_tests; null for the baseline itself, or if there is no test
--   p_corrected: p_value corrected for all tests of the family
--   num_tests: number of tests in the family
--   verdict: 'better', 'worse', 'not shown to differ' (chance could explain the difference), or 'baseline' for the run itself;
--     null if there is no test, or for a measure without a better direction
--   untested: why there is no test, as in statistics.t_tests or systems.field; otherwise null
-- needs: runs
-- caveats: in a collection with submitted runs, the tests of submitted runs are corrected only for the number of such tests;
--   the tests of other runs are corrected for the number of all tests
-- example: from statistics.tests('sample-passages', ['ndcg_cut_10', 'map'], baselines := ['p_bm25', 'p_bm25rm3'])
create or replace macro statistics.tests(
    collection_name, measures, baselines, runs := null, alone := false, alpha := 0.05
) as table
with field as materialized (
    select
        field.measure,
        field.run_id,
        field.value,
        field.direction,
        field.rank,
        field.num_q,
        field.is_testable,
        field.unranked is null as is_ranked,
        case when not field.is_testable then coalesce(field.untested, 'only a mean') end as untested,
        runs is null or list_contains(runs, field.run_id) as is_asked_for,
    from systems.field_by(measures) as field
    where field.collection = collection_name and catalog.has_collections([collection_name]) and catalog.has_runs(runs)
),

tested as materialized (
    select
        t_tests.measure,
        t_tests.run_a as run_id,
        t_tests.run_b as baseline,
        least(t_tests.run_a, t_tests.run_b) as first_run,
        greatest(t_tests.run_a, t_tests.run_b) as second_run,
        runs is not null or field.is_ranked as is_ranked,
        field.direction,
        field.rank,
        t_tests.num_q,
        t_tests.mean_a as mean,
        t_tests.mean_b as baseline_mean,
        t_tests.mean_difference,
        t_tests.standard_error,
        t_tests.p_value,
        t_tests.untested,
    from statistics.t_tests(measures, baselines := baselines) as t_tests
    inner join field on t_tests.measure = field.measure and t_tests.run_a = field.run_id
    semi join (select field.measure, field.run_id from field where field.is_testable) as others
        on t_tests.measure = others.measure and t_tests.run_b = others.run_id
    where t_tests.collection = collection_name and field.is_asked_for and field.is_testable
),

pairs as (
    select
        tested.measure,
        tested.first_run,
        tested.second_run,
        case when alone then [tested.first_run, tested.second_run] end as family,
        max(tested.p_value) as p_value,
        bool_or(tested.is_ranked) as is_ranked,
    from tested
    where tested.p_value is not null
    group by tested.measure, tested.first_run, tested.second_run
),

-- Holm's factor of each p-value, among the tests of ranked runs (ranked_step) and among all tests (step)
stepped as (
    select
        pairs.measure,
        pairs.first_run,
        pairs.second_run,
        pairs.family,
        pairs.is_ranked,
        case
            when pairs.is_ranked then count(*) filter (where pairs.is_ranked) over family
            else count(*) over family
        end as num_tests,
        pairs.p_value * (
            count(*) filter (where pairs.is_ranked) over family + 1 - count(*) filter (where pairs.is_ranked) over steps
        ) as ranked_step,
        pairs.p_value * (count(*) over family + 1 - count(*) over steps) as step,
        row_number() over steps as position,
    from pairs
    window
        family as (partition by pairs.measure, pairs.family),
        steps as (
            partition by pairs.measure, pairs.family order by pairs.p_value, pairs.first_run, pairs.second_run
            rows between unbounded preceding and current row
        )
),

corrected as (
    select
        stepped.measure,
        stepped.first_run,
        stepped.second_run,
        stepped.num_tests,
        least(
            case
                when stepped.is_ranked then max(stepped.ranked_step) filter (where stepped.is_ranked) over steps
                else max(stepped.step) over steps
            end,
            1
        ) as p_corrected,
    from stepped
    window steps as (
        partition by stepped.measure, stepped.family order by stepped.position
        rows between unbounded preceding and current row
    )
),

judged as (
    select
        tested.*,
        corrected.p_corrected,
        corrected.num_tests,
        tested.standard_error
        * statistics.student_critical(tested.num_q - 1, alpha * tested.p_value / corrected.p_corrected) as margin,
    from tested
    left join corrected
        on tested.measure = corrected.measure
        and tested.first_run = corrected.first_run
        and tested.second_run = corrected.second_run
),

families as (
    select
        corrected.measure,
        min(corrected.num_tests) as num_tests,
    from corrected
    group by corrected.measure
)

select
    judged.measure,
    judged.run_id,
    judged.baseline,
    list_position(baselines, judged.baseline) as place,
    judged.rank,
    judged.num_q,
    judged.mean,
    judged.baseline_mean,
    judged.mean_difference,
    judged.mean_difference - judged.margin as low,
    judged.mean_difference + judged.margin as high,
    judged.p_value,
    judged.p_corrected,
    coalesce(judged.num_tests, families.num_tests, 0) as num_tests,
    case
        when judged.untested is not null or judged.direction is null then null
        when judged.p_corrected >= alpha then 'not shown to differ'
        when judged.mean_difference * judged.direction > 0 then 'better'
        else 'worse'
    end as verdict,
    judged.untested,
from judged
left join families on judged.measure = families.measure
union all
select
    field.measure,
    field.run_id,
    others.run_id as baseline,
    list_position(baselines, others.run_id) as place,
    field.rank,
    field.num_q,
    field.value as mean,
    others.value as baseline_mean,
    case when field.run_id = others.run_id then 0 end as mean_difference,
    null as low,
    null as high,
    null as p_value,
    null as p_corrected,
    coalesce(families.num_tests, 0) as num_tests,
    case when field.run_id = others.run_id and field.direction is not null then 'baseline' end as verdict,
    case
        when field.run_id <> others.run_id
            then coalesce(field.untested, others.untested || ' (' || others.run_id || ')')
    end as untested,
from field
inner join field as others
    on field.measure = others.measure and list_contains(baselines, others.run_id)
left join families on field.measure = families.measure
where
    field.is_asked_for
    and (field.run_id = others.run_id or not (field.is_testable and others.is_testable));
