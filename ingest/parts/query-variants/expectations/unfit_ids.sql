select file_id, line, staging.told('topic number', query_id) as detail
from staging.query_variants
where staging.is_unfit(query_id)
order by file_id, line
