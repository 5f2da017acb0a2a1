-- Runs of any track: what is said of a track is replaced as a whole.
delete from main.track_runs
where edition || '/' || track in (select name from memory.staging.files where part = 'track-runs');

insert into main.track_runs by name
select
    split_part(files.name, '/', 1) as edition,
    split_part(files.name, '/', 2) as track,
    listed.task,
    listed.run_id,
    listed.team,
    listed.type,
    listed.submitted_on,
    listed.submitted_md5,
    listed.url,
    listed.summary_url,
from memory.staging.track_runs as listed
inner join memory.staging.files as files on files.file_id = listed.file_id;
