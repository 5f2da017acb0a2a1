select *
from staging.unknown_topics('staging.answer_lines')
order by file_id, line, detail
