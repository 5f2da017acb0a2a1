select file_id, line, detail
from staging.unknown_topics
where part = 'preferences'
order by file_id, line, detail
