-- noqa: disable=LT04,ST03,ST07
-- Parts of the query of a leaderboard, of one collection (systems.standings) or of several (systems.across).
-- Answers contain the query with all values written out. Names that end in `_asked` are placeholders for lists of names and
-- calls of macros, which variables cannot contain; `ask/leaderboard.py` and the site's program fill them in.

-- name: scores
-- One row per run of a collection, with a column for each measure that is shown, sorted by or named in a condition.
with standings as materialized (
    from standings_asked
),

columns_by_measure as (
    select
        unnest(getvariable('measures')) as measure,
        unnest(getvariable('columns')) as column_name,
),

run_facts as (
    select
        standings.run_id,
        coalesce(
            string_agg(distinct standings.provenance, ', ' order by standings.provenance desc)
                filter (where standings.value is not null),
            any_value(standings.provenance)
        ) as provenance,
        max(standings.num_q) as num_topics,
        any_value(standings.rank) filter (where standings.measure = getvariable('sort')) as rank,
        any_value(standings.merit) filter (where standings.measure = getvariable('sort')) as merit,
        any_value(standings.official_rank) filter (where standings.measure = getvariable('sort')) as official_rank,
        -- for a measure with its own relevance level, these columns are computed by this level
        first(columns(getvariable('run_columns')) order by standings.measure = getvariable('sort') desc, standings.measure),
    from standings
    group by standings.run_id
),

scores_by_column as (
    select
        standings.run_id,
        columns_by_measure.column_name,
        standings.value,
    from standings
    inner join columns_by_measure on standings.measure = columns_by_measure.measure
),

scores as (
    pivot scores_by_column on column_name in (columns_asked) using max(value) group by run_id
),

chosen as materialized (
    from (
        select
            run_facts.*,
            scores.* exclude (run_id),
        from run_facts
        left join scores on run_facts.run_id = scores.run_id
    ) as board
    where condition_asked
)

-- name: tests
-- Test results of the chosen runs: `tests` for one measure and one baseline, `families` with columns for each measure.
, compared as materialized (
    select
        tests.*,
        columns_by_measure.column_name,
    from tests_asked as tests
    inner join columns_by_measure on tests.measure = columns_by_measure.measure
),

tests as (
    select
        compared.run_id,
        any_value(compared.mean_difference) as difference,
        any_value(compared.p_value) as p_value,
        any_value(compared.p_corrected) as p_corrected,
        any_value(compared.verdict) as verdict,
        any_value(compared.untested) as untested,
        max(compared.num_tests) as num_tests,
    from compared
    group by compared.run_id
),

tests_by_column as (
    select
        compared.run_id,
        compared.column_name,
        list(compared.p_value order by compared.place) as p_value,
        list(compared.p_corrected order by compared.place) as p_corrected,
        list(compared.baseline order by compared.place) filter (where compared.verdict = 'better') as beats,
    from compared
    group by compared.run_id, compared.column_name
),

families as (
    pivot tests_by_column on column_name in (tested_asked)
    using any_value(p_value) as p_value, any_value(p_corrected) as p_corrected, any_value(beats) as beats
    group by run_id
)

-- name: verdicts
-- Whether each chosen run may be best, and how far it is behind the best run.
, verdicts as (
    select
        verdicts.run_id,
        verdicts.may_be_best,
        verdicts.beaten_by,
        verdicts.low as behind_low,
        verdicts.high as behind_high,
    from verdicts_asked as verdicts
    where verdicts.collection = getvariable('collection')
)

-- name: tiers
-- Tiers of the runs, and the intervals of their ranks and means over resampled topics, with a note on both.
, tiers as (
    select
        tiers.run_id,
        tiers.rank || coalesce(' (' || stability.low_rank || '-' || stability.high_rank || ')', '') as rank_interval,
        stability.low_mean,
        stability.high_mean,
        tiers.tiers,
        case
            when tiers.num_pairs > 0
                then 'tiers: runs without a common letter differ significantly (paired t-tests of all '
                    || format('{:,}', tiers.num_pairs) || ' pairs of ' || count(tiers.tiers) over ()
                    || ' runs, p < 0.05, corrected by Holm); tiers do not say which runs may be best; rank_interval, '
                    || 'low_mean and high_mean: 95% intervals of rank and mean over ' || stability.num_trials
                    || ' bootstraps of the topics'
        end as tiers_note,
    from systems.tiers(getvariable('collection'), getvariable('measure')) as tiers
    left join statistics.rank_stability_by([getvariable('measure')]) as stability
        on
            stability.collection = getvariable('collection')
            and stability.resampling = 'bootstrap'
            and tiers.run_id = stability.run_id
)

-- name: footnote
select note
from statistics.footnote(family_asked);

-- name: verdict
select note
from systems.verdict(verdict_asked)
where note is not null;

-- name: empty
-- Why the leaderboard of variable `collection` has no runs, and what to load.
select
    case
        when exists (select 1 from main.qrels as qrels where qrels.collection = getvariable('collection'))
            then 'no run of ' || getvariable('collection') || ' has scores; load runs with: dltrack ingest runs FILES -c '
        else 'no labels of ' || getvariable('collection') || ' are loaded; load them with: dltrack ingest qrels FILE -c '
    end || getvariable('collection') as note;

-- name: verdict_of
-- A sentence on which runs may be best by other labels. Variables: `collection`, `measure`, `runs` (null for all).
select verdict.note
from systems.verdict(
    getvariable('collection'), getvariable('measure'), runs := getvariable('runs')::varchar[]
) as verdict
where verdict.note is not null;

-- name: page_rows
-- The rows of a leaderboard page, with the verdict on each run.
select
    first_asked,
    case
        when verdicts.may_be_best then 'may be best'
        when not verdicts.may_be_best then 'worse'
        when count(verdicts.run_id) over () > 0 then 'not tested'
    end as verdict,
    verdicts.beaten_by,
    verdicts.behind_low,
    verdicts.behind_high,
    others_asked
from chosen
left join verdicts using (run_id)
order by rank, run_id;

-- name: further_scores
-- Scores of a collection by a relevance level that is not its own, for systems.across. Variables: `collection`, `shown` (the
-- column's name), `level`, `measure`.
select {
    'collection': getvariable('collection'),
    'run_id': run_scores.run_id,
    'measure': getvariable('shown'),
    'value': run_scores.value,
    'provenance': run_scores.provenance
} as score
from labels.run_scores(getvariable('collection'), null, getvariable('level'), null, [getvariable('measure')]) as run_scores;

-- name: systems
-- One row per system over several collections, with columns COLLECTION:MEASURE, then mean:MEASURE.
with values_by_run as materialized (
    from across_asked
),

runs as (
    select distinct
        values_by_run.system,
        values_by_run.collection,
        values_by_run.run_id,
    from values_by_run
    where values_by_run.collection is not null
),

scores_by_column as (
    select
        values_by_run.system,
        coalesce(values_by_run.collection, 'mean') || ':' || values_by_run.measure as column_name,
        values_by_run.value,
    from values_by_run
),

scores as (
    pivot scores_by_column on column_name in (columns_asked) using max(value) group by system
)

-- name: described_systems
-- Columns that a user added to systems.run_columns: one column for each collection.
, facts_by_run as (
    select
        runs.system,
        run_columns.*,
    from runs
    inner join systems.run_columns() as run_columns
        on runs.collection = run_columns.collection and runs.run_id = run_columns.run_id
),

run_facts as (
    pivot facts_by_run on collection in (collections_asked) using any_value(run_id) as further_columns_asked group by system
)

-- name: beaten_systems
-- Lists of the baselines that a system beats, by collection and measure.
, beaten_baselines as (
    select
        runs.system,
        tests.collection || ':' || tests.measure as column_name,
        coalesce(list(baselines.system order by tests.place) filter (where tests.verdict = 'better'), []) as beats,
    from tests_asked as tests
    inner join runs on tests.collection = runs.collection and tests.run_id = runs.run_id
    inner join runs as baselines on tests.collection = baselines.collection and tests.baseline = baselines.run_id
    group by runs.system, tests.collection, tests.measure
),

beaten as (
    pivot beaten_baselines on column_name in (columns_asked) using any_value(beats) as beats group by system
)

-- name: system_rows
select columns_asked
from scores;

-- name: computed_standings
-- Standings by a measure that was computed for the question, with run columns by the same labels and relevance level.
select
    standings.* exclude (columns_asked),
    described.* exclude (run_id, both_asked),
    null::bigint as official_rank,
from systems.standings(getvariable('collection'), measures := [getvariable('measure')]) as standings
left join (
    select run_columns.* exclude (collection)
    from systems.run_columns(labels := getvariable('labels'), min_relevance := getvariable('min_relevance')) as run_columns
    where run_columns.collection = getvariable('collection')
) as described on standings.run_id = described.run_id
