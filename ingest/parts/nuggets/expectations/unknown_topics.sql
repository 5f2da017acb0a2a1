select *
from staging.unknown_topics('staging.nugget_lines')
order by file_id, line, detail
