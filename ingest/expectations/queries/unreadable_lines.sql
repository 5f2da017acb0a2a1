select file_id, line, problem as detail
from staging.queries
where problem is not null
order by file_id, line
