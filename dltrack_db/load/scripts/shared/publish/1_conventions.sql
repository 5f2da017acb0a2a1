-- From the private copy of a load (`slice`) into the lake, under its lock: conventions, parts, topics and labels.
delete from lake.main.collections
where collection in (select collection from memory.staging.collections);

insert into lake.main.collections by name
from slice.main.collections
where collection in (select collection from memory.staging.collections);

delete from lake.main.collection_parts where edition in (select edition from memory.staging.collection_parts);

insert into lake.main.collection_parts by name
from memory.staging.collection_parts;

delete from lake.main.queries where query_set in (select name from memory.staging.files where part = 'queries');

insert into lake.main.queries by name
from slice.main.queries
where query_set in (select name from memory.staging.files where part = 'queries');

delete from lake.main.qrels
where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels');

insert into lake.main.qrels by name
from slice.main.qrels
where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels');

delete from lake.main.subtopic_qrels
where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels');

insert into lake.main.subtopic_qrels by name
from slice.main.subtopic_qrels
where (collection, variant) in (select (collection, name) from memory.staging.files where part = 'qrels');
