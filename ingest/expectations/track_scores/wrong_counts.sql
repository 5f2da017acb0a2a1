select
    files.file_id,
    null::bigint as line,
    count(track_scores.file_id) || ' scores, expected ' || files.expected_rows as detail,
from staging.files as files
left join staging.track_scores as track_scores on track_scores.file_id = files.file_id
where files.part = 'track-scores' and files.expected_rows is not null
group by files.file_id, files.expected_rows
having count(track_scores.file_id) <> files.expected_rows
order by files.file_id
