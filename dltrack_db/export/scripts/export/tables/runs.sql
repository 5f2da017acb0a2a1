-- The rows of main.runs that belong to the collections of variable `collections`.
select runs.*,
from main.runs
where list_contains(getvariable('collections'), runs.collection)
order by runs.collection, runs.run_id;
