select
    files.file_id,
    null::bigint as line,
    count(distinct notes.id) || ' topics or runs, expected ' || files.expected_rows as detail,
from staging.files as files
left join staging.notes as notes on notes.file_id = files.file_id
where files.part in ('query-attributes', 'run-metadata') and files.expected_rows is not null
group by files.file_id, files.expected_rows
having count(distinct notes.id) <> files.expected_rows
order by files.file_id
