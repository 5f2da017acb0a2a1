select file_id, line, staging.told('id', id) as detail
from staging.notes
where staging.is_unfit(id)
union all
select file_id, line, staging.told('name', key) as detail
from staging.notes
where staging.is_unfit(key)
order by file_id, line
