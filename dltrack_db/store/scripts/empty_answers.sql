-- Why a query has no rows (store/empty_answers.py).

-- name: lacking
-- Of variable `objects`, the one whose data are missing, and what adds them; in a database without collections any.
select
    objects.object,
    needs.meaning,
    needs.adds,
from catalog.objects as objects
inner join catalog.needs as needs
    on list_contains(string_split(objects.needs, ', '), needs.need)
    or (needs.need = 'labels' and objects.kind in ('view', 'table macro') and objects.schema <> 'catalog')
where list_contains(getvariable('objects'), objects.object) and not needs.is_met
order by needs.need <> 'labels', objects.object, needs.need;

-- name: known
-- The collections, runs and measures that a query can find here: kind and name.
select
    'collection' as kind,
    collections.collection as name,
from main.collections as collections
union
select
    'run' as kind,
    runs.run_id as name,
from main.runs as runs
union
select
    'run' as kind,
    run_topics.run_id as name,
from main.run_topics as run_topics
union
select
    unnest(['collection', 'run', 'measure']) as kind,
    unnest([scores.collection, scores.run_id, scores.measure]) as name,
from main.stand_in_scores as scores
union
select
    unnest(['collection', 'run', 'measure']) as kind,
    unnest([scores.collection, scores.run_id, scores.measure]) as name,
from main.official_scores as scores
union
select
    unnest(['collection', 'run', 'measure']) as kind,
    unnest([scores.collection, scores.run_id, scores.measure]) as name,
from main.submitted_scores as scores
-- plug-ins: names
union
select
    'measure' as kind,
    scores.measure as name,
from main.query_scores as scores;
