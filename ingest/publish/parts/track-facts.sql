-- What a page says of a track: it is replaced as a whole.
delete from main.track_facts
where edition || '/' || track || '/' || page in (select name from memory.staging.files where part = 'track-facts');

insert into main.track_facts by name
select
    split_part(files.name, '/', 1) as edition,
    split_part(files.name, '/', 2) as track,
    split_part(files.name, '/', 3) as page,
    told.position,
    told.kind,
    told.name,
    told.description,
    told.contact,
    told.url,
from memory.staging.track_facts as told
inner join memory.staging.files as files on files.file_id = told.file_id;
