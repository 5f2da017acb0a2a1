select
    file_id,
    line,
    'topic ' || query_id || ' again, first on line ' || min(line) over (partition by file_id, query_id) as detail,
from staging.queries
where query_id is not null
qualify row_number() over (partition by file_id, query_id order by line) > 1
order by file_id, line
