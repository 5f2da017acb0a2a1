-- Notes on topics: one row for each value.
select
    notes.file_id,
    query_sets.query_set,
    notes.id as query_id,
    files.name as source,
    notes.key as attribute,
    notes.value,
from memory.staging.notes as notes
inner join memory.staging.files as files on files.file_id = notes.file_id and files.part = 'query-attributes'
inner join memory.staging.query_sets as query_sets on query_sets.file_id = notes.file_id;
