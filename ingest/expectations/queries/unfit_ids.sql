select
    file_id,
    line,
    'topic number of ' || strlen(query_id) || ' bytes: '
    || left(regexp_replace(query_id, '[\x00-\x1f\x7f-\x9f]', '?', 'g'), 60) as detail,
from staging.queries
where strlen(query_id) > 2048 or regexp_matches(query_id, '[\x00-\x1f\x7f-\x9f]')
order by file_id, line
