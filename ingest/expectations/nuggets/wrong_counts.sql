select
    files.file_id,
    null::bigint as line,
    count(lines.file_id) || ' nuggets and labels, expected ' || files.expected_rows as detail,
from staging.files as files
left join staging.nugget_lines as lines on lines.file_id = files.file_id
where files.part = 'nuggets' and files.expected_rows is not null
group by files.file_id, files.expected_rows
having count(lines.file_id) <> files.expected_rows
order by files.file_id
