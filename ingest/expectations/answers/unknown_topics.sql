select file_id, line, detail
from staging.unknown_topics
where part = 'answers'
order by file_id, line, detail
