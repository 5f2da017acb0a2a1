-- From the private copy of a load into the lake: the lines of files. The private copy holds those of this load alone.
delete from lake.main.source_lines
where (collection, part, source) in (select (collection, part, name) from memory.staging.files);

insert into lake.main.source_lines by name
from slice.main.source_lines;
