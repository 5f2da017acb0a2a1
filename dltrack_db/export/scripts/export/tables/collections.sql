-- The rows of main.collections that belong to the collections of variable `collections`.
select collections.*,
from main.collections
where list_contains(getvariable('collections'), collections.collection)
order by collections.collection;
