select
    files.file_id,
    null::bigint as line,
    'nothing but blank lines and comments' as detail,
from staging.files as files
where files.part = 'nuggets' and files.file_id not in (select file_id from staging.nugget_lines)
order by files.file_id
