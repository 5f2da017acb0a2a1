-- From the private copy of a load (`slice`) into the lake, under its lock: conventions and the yardstick.
delete from lake.main.collections
where collection in (select collection from memory.staging.collections);

insert into lake.main.collections by name
from slice.main.collections
where collection in (select collection from memory.staging.collections);

delete from lake.main.collection_parts where edition in (select edition from memory.staging.collection_parts);

insert into lake.main.collection_parts by name
from memory.staging.collection_parts;
