select
    files.file_id,
    null::bigint as line,
    count(votes.file_id) || ' votes, expected ' || files.expected_rows as detail,
from staging.files as files
left join staging.preferences as votes on votes.file_id = files.file_id
where files.part = 'preferences' and files.expected_rows is not null
group by files.file_id, files.expected_rows
having count(votes.file_id) <> files.expected_rows
order by files.file_id
