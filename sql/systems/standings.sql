-- The leaderboard of a collection, one measure a row: place, score, where that comes from, and whether a run differs from
-- others. Every leaderboard by the official labels is made of it; labels.standings has the others.
--
-- source: systems.field; statistics.tests for the tests, statistics.footnote for what to say of them
-- grain: measure, run_id, baseline
-- params:
--   measures: trec_eval's names as a list; null for those of the overview
--   also: further measures, as a list
--   baselines: runs that the others are compared with, as a list; each tests the others, whatever significance says
--   runs: the only runs that are tested, as a list; null for all. All runs have their rows and places
--   significance: whether to test, against the best of `runs` by the first tested measure where no baseline is named
--   tested: measures that are tested, as a list; null for those of `measures`, or nDCG@10 where that is null
--   alpha: corrected p-value below which a difference counts
-- columns:
--   team, subtask, category
--   stage: 'single' or 'multi', as self-reported in 2021
--   dense: whether dense retrieval was used, as self-reported in 2021
--   is_submission
--   in_overview: whether the overview lists the run; null when there is no such table
--   measure
--   value: the run's score; null where it has none
--   rank: 1 + number of ranked runs that are better (systems.field), of a run that is not ranked its place; null without a
--     value, where all runs have one, and for a measure that has no better or worse
--   merit: what rows are ordered by, higher is better (systems.field)
--   unranked: why the run moves no other, as 'not submitted'; null for one that is ranked
--   num_q: topics that the value sums up; null for official means
--   provenance: as in metrics.run_scores; without a value, where the run's others come from
--   baseline: run compared with; null for a measure that is not tested
--   place: place of the baseline in the list, from 1
--   mean_difference: score of the run minus score of the baseline, as in statistics.tests; 0 for the baseline itself
--   low: lower end of its interval at the level of the corrected test
--   high: upper end
--   p_value: paired two-sided t-test over topics; null for the baseline itself
--   p_corrected: the same corrected by Holm for num_tests
--   num_tests: tests of the measure, which it is corrected for
--   verdict: 'better', 'worse', 'not shown to differ' (chance could explain it), or 'baseline' for the run itself; null where
--     there is no test
--   untested: why there is no test, as in statistics.t_tests; null where there is one, or no score per topic
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
    from systems.field_by((select list(asked.measure) from asked)) as field
    where field.collection = collection_name and catalog.has_collections([collection_name]) and catalog.has_runs(runs)
),

-- A run stays of which only scores are known, of whatever measure.
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
    from runs
    cross join asked
    left join scores on runs.run_id = scores.run_id and asked.measure = scores.measure
),

versus as (
    select
        tests.measure,
        tests.run_id,
        tests.baseline,
        tests.place,
        tests.mean_difference,
        tests.low,
        tests.high,
        tests.p_value,
        tests.p_corrected,
        tests.num_tests,
        tests.verdict,
        tests.untested,
    from statistics.tests(
        collection_name,
        coalesce(tested, measures, ['ndcg_cut_10']),
        baselines := baselines,
        runs := runs,
        alpha := alpha
    ) as tests
    where significance or baselines is not null
),

-- One name in each exclusion: DuckDB writes several in any order, and the definition would not compare equal.
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
    versus.verdict,
    versus.untested,
from ranked
left join versus on ranked.run_id = versus.run_id and ranked.measure = versus.measure
left join described as run_columns on ranked.run_id = run_columns.run_id;
