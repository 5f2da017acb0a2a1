-- What is loaded, and is it complete?
select
    collection,
    part,
    name,
    expected,
    loaded,
    status,
from catalog.status
where edition = 'sample'
order by all
