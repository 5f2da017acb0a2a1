-- Facts about a collection that the tools of a page need before DuckDB is started (plugins/site/page.py).

-- name: examples
-- Example questions that the page can answer, with queries.
select
    question,
    query
from main.start_here
order by position;

-- name: meanings
-- Meanings of measures (by name without parameters) and columns, from their SQL headers.
with measures as (
    select
        metrics.base_name(stored.measure) as name,
        any_value(measures.macro) as macro,
        any_value(measures.direction) as direction,
        any_value(measures.is_binary and measures.min_relevance is null) as has_level,
        any_value(measures.parameter = 'cutoffs') as has_cutoff,
    from (select distinct measure from metrics.run_scores) as stored
    inner join metrics.measures as measures
        on list_contains(metrics.every_name(measures.measure, measures.ir_measures), metrics.base_name(stored.measure))
    group by metrics.base_name(stored.measure)
)

select
    measures.name,
    concat_ws(
        ' ',
        objects.meaning,
        'Values: ' || ranges.meaning || '.',
        case
            when measures.direction > 0 then 'Higher is better.'
            when measures.direction < 0 then 'Lower is better.'
            else 'Neither higher nor lower is better.'
        end
    ) as meaning,
    coalesce(measures.has_level, false) as has_level,
    coalesce(measures.has_cutoff, false) as has_cutoff,
from measures
inner join catalog.objects as objects on 'metrics.' || measures.macro = objects.object
left join catalog.columns as ranges on objects.object = ranges.object and ranges.name = 'value'
union all by name
select
    columns.name,
    upper(columns.meaning[1]) || columns.meaning[2:] || '.' as meaning,
    false as has_level,
    false as has_cutoff,
from catalog.columns as columns
where
    columns.name not in (select measures.name from measures)
    and (
        (columns.object = 'systems.run_columns' and columns.name not in ('collection', 'run_id'))
        or (columns.object = 'main.collections' and columns.name in ('tie_rule', 'min_relevance', 'qrels_variant'))
        or (columns.object = 'systems.standings' and columns.name in ('rank', 'provenance'))
    )
qualify row_number() over (partition by columns.name order by columns.object desc) = 1
order by name;

-- name: collections
-- Collections with labels, answers, labels of answers, or preferences.
select collection
from main.collections
where
    collection in (select judged.collection from judging.topic_statistics as judged)
    or collection in (select answers.collection from main.answers as answers)
    or collection in (select labels.collection from main.nugget_labels as labels)
    or collection in (select preferences.collection from main.preferences as preferences)
order by collection;

-- name: official
-- Labels, relevance level and tie rule of a collection, its edition, and whether an overview of the edition was published.
-- Variable: `collection`.
select
    collections.qrels_variant,
    labels.level(collections.collection, collections.qrels_variant) as min_relevance,
    collections.tie_rule,
    collections.edition,
    fingerprints.overview_title is not null as has_overview,
from main.collections as collections
left join catalog.fingerprints as fingerprints
    on collections.collection = fingerprints.collection
where collections.collection = getvariable('collection');

-- name: choices
-- Labels, levels, tie rules and measures for which means are stored. Variable: `collection`.
select distinct
    variant,
    min_relevance,
    tie_rule,
    measure
from report.stored_choices
where collection = getvariable('collection')
order by all;

-- name: measures
-- Measures with stored scores: name, printed name, group in the menu, and direction (1 if higher values are better, -1 if
-- lower values are, null if neither). Measures that are shown by default come first. Variables: `collection`, `shown`,
-- `is_named` (whether the organizer chose the measures).
with stored as (
    select distinct
        run_scores.measure,
        regexp_replace(run_scores.measure, '_[0-9.]+$', '') as stem
    from metrics.run_scores as run_scores
    where run_scores.collection = getvariable('collection')
),

families as (
    select
        stored.measure,
        metrics.printed_name(stored.measure) as printed,
        list_position(getvariable('shown'), stored.measure) as position,
        case
            when list_contains(getvariable('shown'), stored.measure) and getvariable('is_named') then 'Official'
            when list_contains(getvariable('shown'), stored.measure) and fingerprints.overview_title is not null
                then 'The overview''s'
            when list_contains(getvariable('shown'), stored.measure) then 'The leaderboard''s'
            when count(*) over (partition by stored.stem) = 1 then 'Others'
            else regexp_replace(metrics.printed_name(stored.measure), '[@_][0-9.]+$', '')
        end as family
    from stored
    left join catalog.fingerprints as fingerprints
        on fingerprints.collection = getvariable('collection')
)

select
    families.measure,
    families.printed,
    families.family,
    case when directions.name is null then 1 else directions.direction end as direction,
from families
left join metrics.directions as directions on metrics.base_name(families.measure) = directions.name
order by
    families.position nulls last,
    families.family = 'Others',
    families.family,
    try_cast(regexp_extract(families.measure, '([0-9.]+)$', 1) as double) nulls first,
    families.measure;

-- name: provenances
-- Sources of the scores of the runs. Variable: `collection`.
select distinct provenance
from metrics.run_scores
where collection = getvariable('collection')
order by provenance desc;

-- name: gaps
-- Whether a run has no value by one of the shown measures. Variable: `collection`.
select coalesce(bool_or(value is null), false) as has_gaps
from temp.standings
where collection = getvariable('collection');

-- name: leaderboard
-- Description of a leaderboard in data files: topics, fingerprint, and the tests that decide which runs may be best.
-- Variables: `collection`, `measure`.
select
    collections.collection,
    coalesce(collections.title, collections.collection) as title,
    collections.edition,
    basis.num_topics,
    basis.fingerprint,
    {
        'test': 'multiple comparisons with the best: one-sided paired t-tests over topics',
        'correction': 'Bonferroni, over the comparisons of a run',
        'alpha': 0.05::double,
        'num_tests': verdict.num_compared - 1,
        'num_q': verdict.num_topics,
        'num_compared': verdict.num_compared,
        'num_may_be_best': verdict.num_may_be_best,
        'leaders': verdict.leaders,
        'note': verdict.note
    } as family,
from main.collections as collections
inner join systems.basis(getvariable('collection'), [getvariable('measure')]) as basis
    on collections.collection = basis.collection
left join systems.verdict(getvariable('collection'), getvariable('measure')) as verdict
    on true;

-- name: make_tables
-- Tables of rank intervals and ranked runs, which the facts, the data files, the figures and the views of runs read. `boards`
-- has the rows of `standings` by the measure that ranks the runs; `rank_stability` has the rows of the view of this name.
create or replace temp table rank_intervals as
from statistics.rank_stability_by([])
where false;
create or replace temp view rank_stability as
select * exclude (num_ranked, num_tested)
from temp.rank_intervals
where measure = 'ndcg_cut_10';
create or replace temp table standings (
    collection varchar not null,
    run_id varchar not null,
    team varchar,
    category varchar,
    measure varchar not null,
    is_first boolean not null,
    value double,
    rank bigint,
    merit double,
    verdict varchar,
    may_be_best boolean,
    beaten_by varchar,
    behind_low double,
    behind_high double
);
create or replace temp view boards as
from temp.standings
where is_first;

-- name: rank_intervals
-- 95% intervals of each run's rank and mean, by the shown measures. Variables: `collection`, `shown`.
insert into temp.rank_intervals by name
from statistics.rank_stability_by(getvariable('shown'))
where collection = getvariable('collection') and resampling = 'bootstrap';

-- name: board
-- Runs ranked by each of the shown measures, with verdicts by the first one (which runs may be best). Variables:
-- `collection`, `shown`.
insert into temp.standings by name
select
    getvariable('collection') as collection,
    standings.run_id,
    standings.team,
    standings.category,
    standings.measure,
    standings.measure = getvariable('shown')[1] as is_first,
    standings.value,
    standings.rank,
    standings.merit,
    standings.verdict,
    standings.may_be_best,
    standings.beaten_by,
    standings.behind_low,
    standings.behind_high,
from systems.standings(
    getvariable('collection'),
    measures := getvariable('shown'),
    significance := true,
    tested := getvariable('shown')[:1]
) as standings;

-- name: significance
-- Rows of the table `significance`, which shows its query on systems.standings. Variable: `collection`.
select
    run_id,
    verdict,
    beaten_by,
    behind_low,
    behind_high,
from temp.boards
where collection = getvariable('collection') and verdict is not null
order by merit desc, run_id asc;

-- name: standings
-- Runs with the intervals of their ranks, and verdicts (which runs may be best). Variable: `collection`.
select
    standings.run_id,
    standings.rank,
    stability.low_rank as rank_low,
    stability.high_rank as rank_high,
    standings.value,
    standings.verdict,
    standings.may_be_best,
    standings.beaten_by,
    standings.behind_low,
    standings.behind_high,
from temp.boards as standings
left join temp.rank_intervals as stability
    on
        standings.collection = stability.collection
        and standings.measure = stability.measure
        and standings.run_id = stability.run_id
where standings.collection = getvariable('collection');

-- name: topics
-- Topics with judgments or scored answers, and their texts, in natural order. Variable: `collection`.
with topics as (
    select query_id
    from judging.topic_statistics
    where collection = getvariable('collection')
    union
    select query_id
    from answers.answer_scores
    where collection = getvariable('collection')
)

select
    topics.query_id,
    queries.text
from topics
inner join main.collections as collections on collections.collection = getvariable('collection')
left join main.queries as queries
    on collections.query_set = queries.query_set
    and topics.query_id = queries.query_id
order by
    catalog.natural_order(topics.query_id);

-- name: answer_runs
-- The runs whose answers are loaded or labelled. Variable: `collection`.
select run_id
from main.answers
where collection = getvariable('collection')
union
select run_id
from answers.answer_scores
where collection = getvariable('collection')
order by run_id;

-- name: runs
-- Runs with their teams, best first by the first of the shown measures. Variable: `collection`.
select
    standings.run_id,
    standings.team,
from temp.boards as standings
where standings.collection = getvariable('collection')
order by standings.merit desc nulls last, round(standings.value, 12) desc nulls last, standings.run_id;

-- name: open_topics
-- Topics, with their texts, of a collection without labels; runs of this collection can only be checked. Variable:
-- `collection`.
select
    queries.query_id,
    queries.text
from main.collections as collections
inner join main.queries as queries on collections.query_set = queries.query_set
where
    collections.collection = getvariable('collection')
    and not exists (select 1 from main.qrels as qrels where qrels.collection = getvariable('collection'))
order by queries.query_id;
