-- Replaces the rows of the loaded collections, and of the parts that a complete copy of their editions has.
insert or replace into main.collections by name
select * exclude (doc_id_pattern, is_own),
from memory.staging.collections;

delete from main.collection_parts where edition in (select edition from memory.staging.collection_parts);

insert into main.collection_parts by name
from memory.staging.collection_parts;
