select file_id, line, detail
from staging.unknown_topics
where part = 'scores'
order by file_id, line, detail
