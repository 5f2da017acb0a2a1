-- Reasons for an empty result (store/empty_answers.py).

-- name: lacking
-- Objects in variable `objects` that need missing data, one row per need, with the command that adds the data. In a database
-- without labels, all views and table macros need labels.
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
-- Kind ('collection', 'run', 'measure') and name of all collections, runs and measures in this database.
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
