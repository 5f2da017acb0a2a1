-- The runs and teams of the collections of variable `collections`.
select
    'run' as kind,
    runs.run_id as name,
from main.runs as runs
where list_contains(getvariable('collections'), runs.collection)
union
select
    'run' as kind,
    run_topics.run_id as name,
from main.run_topics as run_topics
where list_contains(getvariable('collections'), run_topics.collection)
union
select
    'team' as kind,
    runs.team as name,
from main.runs as runs
where list_contains(getvariable('collections'), runs.collection) and runs.team is not null
order by all;
