-- Lines that could be read; of others their problem is told.
select file_id, line, 'no topic number' as detail
from staging.queries
where query_id is null and problem is null
order by file_id, line
