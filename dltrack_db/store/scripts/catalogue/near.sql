-- The objects whose names are most like variable `name`; those of the report behind equal ones.
select object
from catalog.objects
order by jaro_winkler_similarity(name, split_part(getvariable('name'), '.', -1)) desc, schema = 'report', object
limit 3;
