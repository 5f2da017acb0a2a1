-- The collection called variable `name`, and those of the edition of that name.
select collection
from main.collections
where getvariable('name') in (collection, edition)
order by collection <> getvariable('name'), collection
