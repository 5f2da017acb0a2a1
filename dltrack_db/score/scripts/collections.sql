-- Collections that contain given runs, and relevance levels of label sets.

-- name: homes
-- One row for each run in variable `runs` and each collection that has data of the run: 'rankings', 'submitted scores', or
-- NIST's published means ('official means'), best first.
select distinct
    run_topics.run_id,
    run_topics.collection,
    'rankings' as provenance,
from main.run_topics as run_topics
where list_contains(getvariable('runs'), run_topics.run_id)
union all
select distinct
    stand_in.run_id,
    stand_in.collection,
    'submitted scores' as provenance,
from main.stand_in_scores as stand_in
where list_contains(getvariable('runs'), stand_in.run_id)
union all
select distinct
    means.run_id,
    means.collection,
    'official means' as provenance,
from metrics.stand_in_means as means
where list_contains(getvariable('runs'), means.run_id)
order by run_id asc, collection asc, provenance desc;

-- name: topics_of_name
-- Collections with a judged topic whose id is variable `name`.
select distinct qrels.collection
from main.qrels as qrels
where qrels.query_id = getvariable('name')
order by qrels.collection;

-- name: known_runs
-- Ids of all runs with rankings or submitted scores, in the collections of variable `homes` (null for all collections).
select run_topics.run_id
from main.run_topics as run_topics
where coalesce(list_contains(getvariable('homes')::varchar[], run_topics.collection), true)
union
select scores.run_id
from main.submitted_scores as scores
where coalesce(list_contains(getvariable('homes')::varchar[], scores.collection), true)
order by run_id;

-- name: levels
-- One row with the relevance level of a label set, and its lowest and highest label. Variables: `collection`, `labels` (null
-- for the official label set).
select
    labels.level(getvariable('collection'), getvariable('labels')) as level,
    min(coalesce(qrels.gain, qrels.relevance)) as lowest,
    max(coalesce(qrels.gain, qrels.relevance)) as highest,
    coalesce(bool_or(qrels.gain is not null), false) as has_fractions,
    any_value(qrels.variant) as variant,
from main.qrels as qrels
inner join main.collections as collections
    on
        qrels.collection = collections.collection
        and qrels.variant = coalesce(getvariable('labels'), collections.qrels_variant)
where qrels.collection = getvariable('collection');

-- name: strata
-- The name of a label set if it is a stratified sample, else no row. Variables: `collection`, `labels` (null for the official
-- label set).
select samples.variant,
from labels.samples as samples
inner join main.collections as collections on samples.collection = collections.collection
where
    samples.collection = getvariable('collection')
    and samples.variant = coalesce(getvariable('labels'), collections.qrels_variant);

-- name: lower
-- The note on the measures in variable `measures` whose lower values are better; no row without such measures.
select
    'lower is better in ' || statistics.enumerated(
        list(metrics.printed_name(asked.measure) order by asked.position), count(*), 'measures'
    ) as note,
from unnest(getvariable('measures')::varchar[]) with ordinality as asked (measure, position)
inner join metrics.directions as directions on metrics.base_name(asked.measure) = directions.name
where directions.direction = -1
having count(*) > 0;
