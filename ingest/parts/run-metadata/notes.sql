-- Notes on runs: one row for each value.
select
    notes.file_id,
    files.collection,
    notes.id as run_id,
    files.name as source,
    notes.key,
    notes.value,
from memory.staging.notes as notes
inner join memory.staging.files as files on files.file_id = notes.file_id and files.part = 'run-metadata';
