-- The topics of clicks (clicks.sql as temp.clicks), each once, where it comes first. Variable `file_id`. A topic with two
-- texts stays twice, for the check that topic numbers are unique.
select
    getvariable('file_id')::integer as file_id,
    min(clicks.line) as line,
    clicks.query_id,
    clicks.text,
    clicks.problem,
from temp.clicks as clicks
group by clicks.query_id, clicks.text, clicks.problem
order by line
