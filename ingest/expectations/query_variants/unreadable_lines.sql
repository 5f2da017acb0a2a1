select file_id, line, problem as detail
from staging.query_variants
where problem is not null
order by file_id, line
