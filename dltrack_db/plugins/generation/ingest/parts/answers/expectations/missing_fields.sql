select
    file_id,
    line,
    'topic ' || query_id || ' has no ' || array_to_string(missing, ', ') as detail,
from staging.answer_lines
where problem is null and len(missing) > 0
order by file_id, line, detail
