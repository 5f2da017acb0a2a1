-- Lines that could be read; of others their problem is told.
select file_id, line, 'no text' as detail
from staging.queries
where text is null and problem is null
order by file_id, line
