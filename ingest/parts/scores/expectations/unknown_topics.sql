select *
from staging.unknown_topics('staging.scores')
order by file_id, line, detail
