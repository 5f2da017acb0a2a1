-- The editions of some collections. Variable: `collections`.
select distinct edition
from main.collections
where list_contains(getvariable('collections'), collection)
order by edition
