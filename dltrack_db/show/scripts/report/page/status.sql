-- What is loaded of some collections and their editions. Variables: `editions`, `collections`.
select status.* exclude (edition)
from catalog.status as status
where
    list_contains(getvariable('editions'), status.edition)
    and (status.collection is null or list_contains(getvariable('collections'), status.collection))
