-- The lines of files of answers, nuggets and preferences: those of a file are replaced as a whole.
delete from main.source_lines
where (collection, part, source) in (select (collection, part, name) from memory.staging.files);

insert into main.source_lines by name
select
    files.collection,
    files.part,
    files.name as source,
    lines.line,
    lines.text,
from memory.staging.source_lines as lines
inner join memory.staging.files as files on files.file_id = lines.file_id;
