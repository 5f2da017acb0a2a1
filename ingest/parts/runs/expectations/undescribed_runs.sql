select
    files.file_id,
    null::bigint as line,
    'run ' || files.name || ' is not among the described runs of ' || files.collection as detail,
from staging.files as files
where
    files.part = 'runs'
    and files.is_submission
    and files.collection in (select collection from staging.runs)
    and (files.collection, files.name) not in (select collection, run_id from staging.runs)
order by files.file_id
