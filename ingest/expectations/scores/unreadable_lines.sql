select file_id, line, problem as detail
from staging.scores
where problem is not null
order by file_id, line
