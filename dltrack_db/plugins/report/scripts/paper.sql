-- Facts for the tables and texts of a paper's folder (plugins/report/paper/).

-- name: home
-- The collection in `collections` whose official labels judge most items of a run.
select qrels.collection
from evaluate.run_lines as run_lines
inner join loaded.main.qrels as qrels on run_lines.query_id = qrels.query_id and run_lines.doc_id = qrels.doc_id
inner join loaded.main.collections as collections
    on qrels.collection = collections.collection and qrels.variant = collections.qrels_variant
where list_contains(getvariable('collections'), qrels.collection)
group by qrels.collection
order by count(*) desc, qrels.collection
limit 1;

-- name: methods
-- Facts for the paragraph on methods of `collection`.
select
    collections.collection,
    collections.min_relevance,
    collections.tie_rule,
    collections.qrels_variant,
    collections.run_depth,
    (
        select count(distinct qrels.query_id)
        from main.qrels as qrels
        where qrels.collection = collections.collection and qrels.variant = collections.qrels_variant
    ) as num_topics,
from main.collections as collections
where collections.collection = getvariable('collection');

-- name: field
-- Ranked runs of `collection` and `runs`, best first by `measure`, with the ranks of `dltrack eval`.
select
    field.run_id,
    runs.category,
    field.value,
    row_number() over (order by field.merit desc, field.run_id asc) as position,
from systems.field_by([getvariable('measure')]) as field
left join main.runs as runs on field.collection = runs.collection and field.run_id = runs.run_id
where
    field.collection = getvariable('collection')
    and field.merit is not null
    and (field.unranked is null or list_contains(getvariable('runs'), field.run_id))
order by position;

-- name: topics
-- One row for each topic of `collection`: the difference between `run` and `baseline` in `measure`, largest gain first.
select
    query_id,
    value_a,
    value_b,
    difference,
    advantage,
from statistics.paired_values([getvariable('measure')], baselines := [getvariable('baseline')])
where collection = getvariable('collection') and run_a = getvariable('run')
order by advantage desc, query_id asc;

-- name: unjudged
-- A sentence on each of `runs` in `collections` with many unjudged items at the top.
select shares.finding
from judging.unjudged_shares as shares
where
    list_contains(getvariable('collections')::varchar[], shares.collection)
    and list_contains(getvariable('runs')::varchar[], shares.run_id)
    and shares.finding is not null
order by shares.collection, shares.run_id;

-- name: tried
-- The author's own runs among `runs` of `collection`: runs from files (`own`), and loaded runs that are not submitted.
-- `baselines` are excluded.
select distinct tested.run_id
from metrics.run_scores as tested
left join main.runs as runs on tested.collection = runs.collection and tested.run_id = runs.run_id
where
    tested.collection = getvariable('collection')
    and list_contains(getvariable('runs')::varchar[], tested.run_id)
    and not list_contains(getvariable('baselines')::varchar[], tested.run_id)
    and (list_contains(getvariable('own')::varchar[], tested.run_id) or not coalesce(runs.is_submission, false))
order by tested.run_id;

-- name: selection
-- A sentence on how much the best of several runs gains by chance, by the first measure for which it can be computed.
-- Variables: `collection`, `measures`, `runs`.
select biased.finding
from validity.selection_bias(getvariable('collection'), getvariable('measures'), getvariable('runs')) as biased
where biased.finding is not null
order by list_position(getvariable('measures'), biased.measure)
limit 1;
