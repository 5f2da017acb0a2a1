-- Official scores of any track: what is said of a track is replaced as a whole.
delete from main.track_scores
where edition || '/' || track in (select name from memory.staging.files where part = 'track-scores');

insert into main.track_scores by name
select
    split_part(files.name, '/', 1) as edition,
    split_part(files.name, '/', 2) as track,
    printed.run_id,
    printed.summary,
    printed.labels,
    printed.block,
    printed.measure,
    printed.value,
from memory.staging.track_scores as printed
inner join memory.staging.files as files on files.file_id = printed.file_id;
