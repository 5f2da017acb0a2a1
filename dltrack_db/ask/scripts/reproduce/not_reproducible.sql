-- Why the exhibit of variable `selection` has no view; null where it has one, or something else is selected.
select max(not_reproducible) as not_reproducible
from published.exhibits
where exhibit = upper(getvariable('selection'));
