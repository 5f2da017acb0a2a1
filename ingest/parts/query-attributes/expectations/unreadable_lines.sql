select distinct file_id, line, problem as detail
from staging.notes
where problem is not null
order by file_id, line
