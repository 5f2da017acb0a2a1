select *
from staging.unknown_topics('staging.preference_lines')
order by file_id, line, detail
