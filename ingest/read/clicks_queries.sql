-- Topics of clicks (view temp.clicks of clicks.sql), each at its first line. Variable: `file_id`. A topic with two different
-- texts is returned twice, so that the check for unique topic numbers finds it.
select
    getvariable('file_id')::integer as file_id,
    min(clicks.line) as line,
    clicks.query_id,
    clicks.text,
    clicks.problem,
from temp.clicks as clicks
group by clicks.query_id, clicks.text, clicks.problem
order by line
