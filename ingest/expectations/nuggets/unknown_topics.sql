select file_id, line, detail
from staging.unknown_topics
where part = 'nuggets'
order by file_id, line, detail
