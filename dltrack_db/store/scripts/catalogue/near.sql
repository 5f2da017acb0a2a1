-- The objects whose names are most like variable `name`.
select object
from catalog.objects
order by jaro_winkler_similarity(name, split_part(getvariable('name'), '.', -1)) desc, object
limit 3;
