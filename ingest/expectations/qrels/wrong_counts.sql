select
    files.file_id,
    null::bigint as line,
    count(qrels.file_id) || ' judgments, expected ' || files.expected_rows as detail,
from staging.files as files
left join staging.qrels as qrels on qrels.file_id = files.file_id
where files.part = 'qrels' and files.expected_rows is not null
group by files.file_id, files.expected_rows
having count(qrels.file_id) <> files.expected_rows
order by files.file_id
