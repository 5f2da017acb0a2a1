select
    files.file_id,
    null::bigint as line,
    'nothing but blank lines and comments' as detail,
from staging.files as files
where files.part in ('scores') and files.file_id not in (select file_id from staging.scores)
order by files.file_id
