select
    file_id,
    line,
    'topic ' || query_id || ' has ' || num_others || ' responses after the first, which are ignored' as detail,
from staging.answer_lines
where problem is null and num_others > 0
order by file_id, line, detail
