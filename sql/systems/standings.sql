-- The leaderboard of a collection: one row per run, measure and baseline with rank, score, provenance, and whether the run may
-- be best or differs from the baseline. All leaderboards by the official labels use these rows; labels.standings has the
-- leaderboards by other labels.
--
-- source: systems.field; statistics.compared_with_best for the runs that may be best (described by systems.verdict);
--   statistics.tests for the tests against baselines (described by statistics.footnote)
-- grain: measure, run_id, baseline
-- params:
--   measures: trec_eval's names, as a list; null for the measures of the overview
--   also: additional measures, as a list
--   baselines: runs that the other runs are compared with, as a list
--   runs: runs that are tested, as a list; null for all runs. Runs that are not tested also have rows and ranks
--   significance: whether to find the runs that may be best; ignored if a baseline is named
--   tested: measures that are tested, as a list; null for all of `measures` or, if `measures` is null, for nDCG@10
--   alpha: significance level for corrected p-values of the tests against baselines
-- columns:
--   team, subtask, category
--   stage: 'single' or 'multi', as self-reported in 2021
--   dense: whether dense retrieval was used, as self-reported in 2021
--   is_submission
--   in_overview: whether the overview lists the run; null if there is no overview table
--   measure
--   value: the run's score; null if the run has no score by this measure
--   rank: 1 + number of ranked runs that are better (systems.field); an unranked run has the rank that it would have; null
--     without a value, if all runs have the same value, or for a measure without a better direction
--   merit: sort key of the rows, higher is better (systems.field)
--   unranked: why the run does not change other runs' ranks, such as 'not submitted'; null for a ranked run
--   num_q: topics that the value is computed from; null for official means
--   provenance: as in metrics.run_scores; for a row without a value, the sources of the run's other values
--   baseline: the baseline; this and all columns down to num_tests are null if no baseline is named or the measure is not
--     tested
--   place: position of the baseline in the list, from 1
--   mean_difference: score of the run minus score of the baseline, as in statistics.tests; 0 for the baseline itself
--   low: lower end of the interval of mean_difference at the level of the corrected test
--   high: upper end of this interval
--   p_value: p-value of the paired two-sided t-test over topics; null for the baseline itself
--   p_corrected: p_value corrected by Holm's method for num_tests tests
--   num_tests: number of tests of the measure
--   verdict: if a baseline is named, 'better', 'worse', 'not shown to differ' (chance could explain the difference), or
--     'baseline' for the baseline itself; otherwise 'may be best' or 'worse'; null if there is no test
--   may_be_best: whether no other run is significantly better; this and all columns down to behind_high are null if there is
--     no test or a baseline is named
--   beaten_by, behind_low, behind_high
--   untested: why the run is not tested; null for a tested run
-- needs: scored runs
-- example: select run_id, rank, value from systems.standings('trec2021-passages', measures := ['P_10']) order by rank
create or replace macro systems.standings(
    collection_name,
    measures := null,
    also := null,
    baselines := null,
    runs := null,
    significance := false,
    tested := null,
    alpha := 0.05
) as table
with asked as (
    select distinct unnest(coalesce(
        measures,
        (
            select list(overview_measures.measure),
            from systems.overview_measures as overview_measures
            where overview_measures.collection = collection_name
        )
    ) || coalesce(also, [])) as measure,
),

scores as materialized (
    select
        field.run_id,
        field.measure,
        field.value,
        field.num_q,
        field.provenance,
        field.rank,
        field.merit,
        field.unranked,
        field.untested,
        field.is_testable,
    from systems.field_by((select list(asked.measure) from asked)) as field
    where field.collection = collection_name and catalog.has_collections([collection_name]) and catalog.has_runs(runs)
),

-- Runs without a ranking are included if they have a score by any measure.
known as (
    select
        scores.run_id,
        scores.provenance,
    from scores
    union
    select
        stand_in_scores.run_id,
        'submitted scores' as provenance,
    from main.stand_in_scores as stand_in_scores
    where stand_in_scores.collection = collection_name
    union
    select
        means.run_id,
        'official means' as provenance,
    from metrics.stand_in_means as means
    where means.collection = collection_name
),

runs as (
    select
        known.run_id,
        string_agg(known.provenance, ', ' order by known.provenance desc) as provenance,
    from known
    group by known.run_id
),

ranked as (
    select
        runs.run_id,
        asked.measure,
        scores.value,
        scores.num_q,
        coalesce(scores.provenance, runs.provenance) as provenance,
        scores.rank,
        scores.merit,
        scores.unranked,
        case when not scores.is_testable then coalesce(scores.untested, 'only a mean') end as untested,
    from runs
    cross join asked
    left join scores on runs.run_id = scores.run_id and asked.measure = scores.measure
),

-- Each exclusion names one column: DuckDB prints several in any order, and equal definitions would compare as unequal.
described as (
    select run_columns.* exclude (collection)
    from systems.run_columns() as run_columns
    where run_columns.collection = collection_name
)

select
    ranked.run_id,
    run_columns.* exclude (run_id) replace (
        coalesce(run_columns.is_submission, false) as is_submission
    ),
    ranked.measure,
    ranked.value,
    ranked.rank,
    ranked.merit,
    ranked.unranked,
    ranked.num_q,
    ranked.provenance,
    versus.baseline,
    versus.place,
    versus.mean_difference,
    versus.low,
    versus.high,
    versus.p_value,
    versus.p_corrected,
    versus.num_tests,
    coalesce(versus.verdict, case when verdicts.may_be_best then 'may be best' when not verdicts.may_be_best then 'worse' end)
    as verdict,
    verdicts.may_be_best,
    verdicts.beaten_by,
    verdicts.low as behind_low,
    verdicts.high as behind_high,
    case
        when baselines is not null then versus.untested
        when significance and list_contains(coalesce(tested, measures, ['ndcg_cut_10']), ranked.measure) then ranked.untested
    end as untested,
from ranked
left join (
    from statistics.tests(
        collection_name,
        coalesce(tested, measures, ['ndcg_cut_10']),
        baselines := baselines,
        runs := runs,
        alpha := alpha
    )
    where baselines is not null
) as versus on ranked.run_id = versus.run_id and ranked.measure = versus.measure
left join (
    from statistics.compared_with_best(coalesce(tested, measures, ['ndcg_cut_10']), runs := runs)
    where significance and baselines is null and collection = collection_name
) as verdicts on ranked.run_id = verdicts.run_id and ranked.measure = verdicts.measure
left join described as run_columns on ranked.run_id = run_columns.run_id;
