select
    file_id,
    line,
    'topic ' || query_id || ': ' || num_others || ' more responses after the first' as detail,
from staging.answer_lines
where problem is null and num_others > 0
order by file_id, line, detail
