-- The rows of main.rankings that belong to the collections of variable `collections`.
select rankings.*,
from main.rankings
where list_contains(getvariable('collections'), rankings.collection)
order by rankings.collection, rankings.run_id, rankings.query_id, rankings.rank;
