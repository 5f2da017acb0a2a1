-- The collections of the load, and the parts of a complete copy.
insert or replace into main.collections by name
select * exclude (doc_id_pattern, is_own),
from memory.staging.collections;

delete from main.collection_parts where edition in (select edition from memory.staging.collection_parts);

insert into main.collection_parts by name
from memory.staging.collection_parts;
