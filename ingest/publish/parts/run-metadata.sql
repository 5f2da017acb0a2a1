-- What is noted of runs: what a file says is replaced as a whole.
delete from main.run_metadata
where (collection, source) in (select (collection, name) from memory.staging.files where part = 'run-metadata');

insert into main.run_metadata by name
select
    files.collection,
    notes.id as run_id,
    files.name as source,
    notes.key,
    notes.value,
from memory.staging.notes as notes
inner join memory.staging.files as files on files.file_id = notes.file_id and files.part = 'run-metadata';
