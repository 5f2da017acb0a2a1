select
    files.file_id,
    null::bigint as line,
    count(queries.file_id) || ' topics, expected ' || files.expected_rows as detail,
from staging.files as files
left join staging.queries as queries on queries.file_id = files.file_id
where files.part = 'queries' and files.expected_rows is not null
group by files.file_id, files.expected_rows
having count(queries.file_id) <> files.expected_rows
order by files.file_id
