select
    files.file_id,
    null::bigint as line,
    count(track_runs.file_id) || ' runs, expected ' || files.expected_rows as detail,
from staging.files as files
left join staging.track_runs as track_runs on track_runs.file_id = files.file_id
where files.part = 'track-runs' and files.expected_rows is not null
group by files.file_id, files.expected_rows
having count(track_runs.file_id) <> files.expected_rows
order by files.file_id
