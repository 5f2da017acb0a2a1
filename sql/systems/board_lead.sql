-- The lead of a leaderboard: the best run, its distance to the next, how certain that is, and how many runs may be best, in
-- columns and as text.
--
-- source: systems.field_by; statistics.tests: the interval and the runs that may be best come from its verdicts against the
--     best run, so that they cannot contradict these
-- grain: run_id, the best run alone; no row if no run has a value of the measure, or the measure has no better or worse
-- params:
--   measure: trec_eval's name of the measure
--   runs: the runs of the leaderboard, as a list; the correction is for these runs only; null for all of the collection
--   alpha: significance level for corrected p-values
-- columns:
--   run_id: the best ranked run; the first by name if tied, as in statistics.tests
--   team
--   value: its score
--   other_run_id: the best run of another team, or the next run if there is no other team or the best run has none; null
--     for a single run
--   other_team: its team
--   other_value: its score
--   difference: how much better the best run is, above 0 also if lower values are better; for geometric means, the
--     difference of the logarithms; 0 for equal runs
--   low: lower end of the interval of difference at the level of the corrected test, above 0 if the other run is shown to
--     be worse; null if there is no test
--   high: upper end
--   num_tests: number of tests that low and high are corrected for
--   num_topics: topics of the comparison; null without scores per topic
--   num_runs: ranked runs
--   num_tested: ranked runs with a score on every topic
--   num_maybe_best: tested runs that no test shows to be worse than the best (statistics.tests), including the best; null
--     if the best run is not tested
--   note: all of the above as text for people; null for a single run, or if all runs have the same value
-- needs: scored runs
-- caveats: audits answer a different question: over resampled topics, how often a run is first (statistics.first_place)
-- example: select note from systems.board_lead('sample-passages', 'ndcg_cut_10')
create or replace macro systems.board_lead(collection_name, measure, runs := null, alpha := 0.05) as table
with field as (
    select
        field.run_id,
        described.team,
        field.value,
        field.direction,
        field.merit,
        field.is_testable,
    from systems.field_by([measure], with_unstored := true) as field
    left join main.runs as described
        on field.collection = described.collection and field.run_id = described.run_id
    where
        field.collection = collection_name
        and catalog.has_collections([collection_name])
        and case when runs is null then field.unranked is null else list_contains(runs, field.run_id) end
        and field.merit is not null
),

best as (
    select field.*
    from field
    order by field.merit desc, field.run_id asc
    limit 1
),

other as (
    select field.*
    from field
    cross join best
    where field.run_id <> best.run_id
    order by (best.team is null or field.team is distinct from best.team) desc, field.merit desc, field.run_id asc
    limit 1
),

tests as materialized (
    select
        tests.run_id,
        tests.baseline,
        tests.num_q,
        tests.mean_difference,
        tests.low,
        tests.high,
        tests.num_tests,
        tests.verdict,
    from statistics.tests(collection_name, [measure], runs := runs, alpha := alpha) as tests
),

counted as (
    select
        count(*) as num_runs,
        min(field.merit) < max(field.merit) as is_order,
        count(*) filter (where field.is_testable) as num_tested,
        count(*) filter (where field.is_testable and tests.verdict is distinct from 'worse') as num_maybe_best,
    from field
    left join tests on field.run_id = tests.run_id
),

found as (
    select
        best.run_id,
        best.team,
        best.value,
        other.run_id as other_run_id,
        other.team as other_team,
        other.value as other_value,
        coalesce(
            -best.direction * tests.mean_difference,
            best.direction * statistics.difference(best.value, other.value)
        ) as difference,
        least(-best.direction * tests.low, -best.direction * tests.high) as low,
        greatest(-best.direction * tests.low, -best.direction * tests.high) as high,
        case when tests.low is not null then tests.num_tests end as num_tests,
        tests.num_q as num_topics,
        counted.num_runs,
        counted.num_tested,
        case when best.is_testable then counted.num_maybe_best end as num_maybe_best,
        counted.is_order,
        best.merit = other.merit as is_shared,
    from best
    cross join counted
    left join other on true
    left join tests on other.run_id = tests.run_id and best.run_id = tests.baseline
)

select
    found.run_id,
    found.team,
    found.value,
    found.other_run_id,
    found.other_team,
    found.other_value,
    found.difference,
    found.low,
    found.high,
    found.num_tests,
    found.num_topics,
    found.num_runs,
    found.num_tested,
    found.num_maybe_best,
    case when found.is_order then concat_ws(
        '; ',
        concat_ws(
            ' ',
            'in ' || metrics.printed_name(measure),
            found.run_id || coalesce(' (' || found.team || ')', ''),
            case when found.is_shared then 'and' else 'leads' end,
            found.other_run_id || coalesce(' (' || found.other_team || ')', ''),
            case
                when found.is_shared then 'share the first place with ' || format('{:.4f}', found.value)
                when found.difference < 0.0005::double then 'by less than 0.001'
                else 'by ' || format('{:.3f}', found.difference)
            end,
            case
                when not found.is_shared
                    then '(' || format('{:g}', 100 * (1 - alpha::double)) || '%' || coalesce(', corrected for ' || nullif(found.num_tests, 1) || ' tests', '')
                        || ': ' || format('{:.3f}', found.low) || ' to ' || format('{:.3f}', found.high) || ')'
            end,
            'over ' || found.num_topics || case when found.num_topics = 1 then ' topic' else ' topics' end
        ),
        coalesce(
            found.num_maybe_best || ' of ' || found.num_tested
            || case when found.num_tested < found.num_runs then ' tested' else '' end
            || ' runs may be best',
            'without scores per topic of ' || found.run_id || ' nothing shows how sure that is'
        )
    ) end as note,
from found;
