select
    files.file_id,
    null::bigint as line,
    'no entry of the TREC Browser' as detail,
from staging.files as files
where files.part = 'track-runs' and files.file_id not in (select file_id from staging.track_runs)
order by files.file_id
