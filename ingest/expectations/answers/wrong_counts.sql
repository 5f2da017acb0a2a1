select
    files.file_id,
    null::bigint as line,
    count(answers.file_id) || ' answers, expected ' || files.expected_rows as detail,
from staging.files as files
left join staging.answer_lines as answers on answers.file_id = files.file_id
where files.part = 'answers' and files.expected_rows is not null
group by files.file_id, files.expected_rows
having count(answers.file_id) <> files.expected_rows
order by files.file_id
