-- Queries of the report's page, each printed below its result, and of figures. Names in backquotes are variables.

-- name: highlighted_runs
-- main.runs with `highlighted` runs treated as submitted.
create or replace view main.runs as
select
    runs.* replace (
        runs.is_submission or list_contains(getvariable('highlighted'), runs.run_id) as is_submission,
        runs.in_overview or list_contains(getvariable('highlighted'), runs.run_id) as in_overview
    ),
from dltrack.main.runs as runs;

-- name: population
-- Runs and label sets that figures of `collection` can draw: submitted runs with scores (with the reason if a run is not
-- ranked or not in the overview), and label sets other than the official one.
with submitted as (
    select
        field.run_id,
        coalesce(
            case when bool_and(field.unranked is not null) then any_value(field.unranked) end,
            case when any_value(runs.in_overview) = false then 'not in the overview' end
        ) as reason,
    from main.runs as runs
    inner join systems.field as field on runs.collection = field.collection and runs.run_id = field.run_id
    where runs.collection = getvariable('collection') and runs.is_submission
    group by field.run_id
)

select
    'run_id' as column_name,
    'submitted runs' as noun,
    coalesce(
        list(struct_pack(name := submitted.run_id, reason := submitted.reason) order by submitted.run_id), []
    ) as names,
from submitted
union all by name
select
    'variant' as column_name,
    'label sets' as noun,
    coalesce(
        list(struct_pack(name := variants.variant, reason := null::varchar) order by variants.variant), []
    ) as names,
from main.qrels_variants as variants
inner join main.collections as collections on variants.collection = collections.collection
where variants.collection = getvariable('collection') and variants.variant <> collections.qrels_variant
order by column_name;

-- name: head
-- Facts for the head of a page about `collections`.
select
    collections.collection,
    collections.edition,
    collections.title,
    collections.year,
    fingerprints.fingerprint,
    fingerprints.overview_title,
    fingerprints.authors,
    fingerprints.url,
from main.collections as collections
left join catalog.fingerprints as fingerprints
    on collections.collection = fingerprints.collection
where list_contains(getvariable('collections'), collections.collection)
order by list_position(getvariable('collections'), collections.collection);

-- name: evidence
-- `collections` sorted by edition, newest first; within an edition, by number of runs with scores per topic, of runs with
-- rankings, of scored answers, and of topics. Runs with only a mean are not counted.
with runs as (
    select
        run_scores.collection,
        count(distinct run_scores.run_id) filter (where run_scores.provenance in ('rankings', 'submitted scores')) as scored,
        count(distinct run_scores.run_id) filter (where run_scores.provenance = 'rankings') as ranked,
    from metrics.run_scores as run_scores
    where list_contains(getvariable('collections'), run_scores.collection)
    group by run_scores.collection
),

answers as (
    select
        answer_scores.collection,
        count(distinct answer_scores.run_id) as scored,
    from answers.answer_scores as answer_scores
    where list_contains(getvariable('collections'), answer_scores.collection)
    group by answer_scores.collection
),

topics as (
    select
        topic_statistics.collection,
        count(*) as topics,
    from judging.topic_statistics as topic_statistics
    where list_contains(getvariable('collections'), topic_statistics.collection)
    group by topic_statistics.collection
)

select collections.collection,
from main.collections as collections
left join runs on collections.collection = runs.collection
left join answers on collections.collection = answers.collection
left join topics on collections.collection = topics.collection
where list_contains(getvariable('collections'), collections.collection)
order by
    collections.year desc nulls last,
    catalog.natural_order(collections.edition) desc,
    coalesce(runs.scored, 0) desc,
    coalesce(runs.ranked, 0) desc,
    answers.scored desc nulls last,
    topics.topics desc nulls last,
    collections.collection asc;

-- name: numbers
-- Names of the numbers in the run notes of `collection`.
select distinct name
from systems.run_numbers
where collection = getvariable('collection')
order by name;

-- name: editions
-- The editions of `collections`.
select distinct edition
from main.collections
where list_contains(getvariable('collections'), collection)
order by edition;

-- name: status
-- Loaded parts of `collections` and `editions`.
select status.* exclude (edition)
from catalog.status as status
where
    list_contains(getvariable('editions'), status.edition)
    and (status.collection is null or list_contains(getvariable('collections'), status.collection));

-- name: validations
-- Expectations on the loads of `editions`, failures first.
select
    suite,
    expectation,
    meaning,
    severity,
    success,
    unexpected_rows
from catalog.validations
where list_contains(getvariable('editions'), edition)
order by success, suite, expectation;

-- name: collection
-- Facts below the name of `collection`.
select
    collections.title,
    collections.min_relevance,
    collections.tie_rule,
    collections.qrels_variant,
    count(topics.query_id) as judged_topics
from main.collections as collections
left join judging.topic_statistics as topics
    on collections.collection = topics.collection
where collections.collection = getvariable('collection')
group by all;

-- name: columns
-- Measures of the leaderboard of `collection`: column, printed name, stored name and direction. The first measure ranks the
-- runs. If `measures` is null: the main measure, and the measures of the overview or, for other tracks, published measures.
with published as (
    select distinct measure
    from main.official_scores
    where collection = getvariable('collection')
),

listed as (
    select
        unnest(getvariable('measures')::varchar[]) as measure,
        generate_subscripts(getvariable('measures')::varchar[], 1) as position,
    union all
    select
        coalesce(any_value(measure), 'ndcg_cut_10') as measure,
        0 as position,
    from systems.main_measures
    where collection = getvariable('collection')
    having getvariable('measures') is null
    union all
    select
        measure,
        position,
    from systems.overview_measures
    where
        getvariable('measures') is null
        and collection = getvariable('collection')
        and ('recip_rank' in (from published) or not exists (from published))
    union all
    select
        measure,
        row_number() over (order by measure) as position,
    from published
    where getvariable('measures') is null and 'recip_rank' not in (from published)
),

ordered as (
    select
        measure,
        min(position) as position,
    from listed
    group by measure
)

select
    coalesce(overview.column_name, ordered.measure) as column_name,
    metrics.printed_name(ordered.measure) as printed,
    ordered.measure,
    case when directions.name is null then 1 else directions.direction end as direction,
from ordered
left join metrics.directions as directions on metrics.base_name(ordered.measure) = directions.name
left join systems.overview_measures as overview
    on overview.collection = getvariable('collection') and ordered.measure = overview.measure
order by ordered.position;

-- name: answer_boards
-- Leaderboards of generated answers of `collection`: bank of nuggets, judge, and the measure that ranks the runs.
select
    bank,
    judge,
    measure,
from answers.answer_leaderboard
where collection = getvariable('collection')
qualify
    row_number() over (
        partition by bank, judge
        order by
            list_position(['strict_vital_score', 'rubric_score', 'all_score', 'weighted_precision'], measure) nulls last,
            measure,
            run_id
    ) = 1
order by bank, judge;

-- name: answer_board
-- Runs of `collection` with answers labelled by `judge`, best first by `measure` and `bank`: verdicts (which runs may be
-- best), and means by other measures.
with board as (
    select *
    from answers.answer_leaderboard
    where collection = getvariable('collection') and bank = getvariable('bank') and judge = getvariable('judge')
)

select
    board.run_id,
    any_value(board.place) filter (where board.measure = getvariable('measure')) as place,
    any_value(board.mean) filter (where board.measure = getvariable('measure')) as mean,
    any_value(board.low) filter (where board.measure = getvariable('measure')) as low,
    any_value(board.high) filter (where board.measure = getvariable('measure')) as high,
    any_value(case when board.may_be_best then 'may be best' when not board.may_be_best then 'worse' end)
        filter (where board.measure = getvariable('measure'))
    as verdict,
    any_value(board.beaten_by) filter (where board.measure = getvariable('measure')) as beaten_by,
    any_value(board.behind_low) filter (where board.measure = getvariable('measure')) as behind_low,
    any_value(board.behind_high) filter (where board.measure = getvariable('measure')) as behind_high,
    any_value(board.team) as team,
    max(board.num_topics) as num_topics,
    any_value(board.mean) filter (where board.measure = 'all_score' and getvariable('measure') <> 'all_score') as all_score,
    any_value(board.mean) filter (where board.measure = 'strict_all_score') as strict_all_score,
    any_value(board.mean) filter (where board.measure = 'vital_score') as vital_score,
    any_value(board.mean) filter (where board.measure = 'weighted_score') as weighted_score,
    any_value(board.mean) filter (where board.measure = 'strict_weighted_score') as strict_weighted_score,
    any_value(board.mean) filter (where board.measure = 'weighted_recall') as weighted_recall,
    any_value(board.mean) filter (where board.measure = 'f1') as f1,
    any_value(board.mean) filter (where board.measure = 'sentence_precision') as sentence_precision,
    any_value(board.mean) filter (where board.measure = 'contradicted') as contradicted,
from board
group by board.run_id
order by place nulls last, board.run_id;

-- name: result
-- Numbers for the sentence below the name of `collection`, by `measure`.
select
    count(*) as runs,
    count(*) filter (where board.is_submission) as submitted_runs,
    count(distinct board.team) filter (
        where board.is_submission and board.team not in ('BASELINE', 'BASELINES')
    ) as teams,
    count(*) filter (where board.is_submission and board.team in ('BASELINE', 'BASELINES')) as organizers_runs,
    count(*) filter (where board.is_submission and board.team is null) as nameless_runs,
    count(board.value) as scored_runs,
    min(board.run_id) filter (where board.value is not null) as best_run,
    -- if no run leads, all runs have the same value and no rank, or a single run has a value
    case when min(board.merit) = max(board.merit) then max(board.value) end as best_value,
from systems.standings(getvariable('collection'), measures := [getvariable('measure')]) as board;

-- name: moved_topics
-- The ten topics of `collection` on which `run` differs most from `best`.
select
    moved.query_id,
    moved.text,
    moved.value_a,
    moved.value_b,
    moved.difference,
    moved.new_items,
from systems.moved_topics(getvariable('best'), getvariable('run')) as moved
where moved.collection = getvariable('collection')
order by abs(moved.difference) desc, moved.query_id
limit 10;

-- name: topic_fields
-- The first thousand fields of the topics of `collection`, one row per field; the topic text is omitted.
select
    attributes.query_id,
    attributes.attribute,
    attributes.value,
from main.query_attributes as attributes
inner join main.collections as collections on collections.query_set = attributes.query_set
where
    collections.collection = getvariable('collection')
    and attributes.source = collections.query_set || '/fields'
order by attributes.query_id, attributes.attribute
limit 1000;

-- name: versions
-- Versions of dltrack and DuckDB that built the views.
select
    max(info.value) filter (where info.key = 'dltrack_version') as dltrack_version,
    max(info.value) filter (where info.key = 'duckdb_version') as duckdb_version,
from main.database_info as info;
