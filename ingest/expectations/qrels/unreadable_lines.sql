select file_id, line, problem as detail
from staging.qrels
where problem is not null
order by file_id, line
