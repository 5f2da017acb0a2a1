-- Copies rows that publishing reads from a shared database into its private copy: conventions, labels and excluded items of the
-- collections.
insert into slice.main.collections by name
from lake.main.collections
where collection in (select collection from memory.staging.collections);

insert into slice.main.exclusions by name
from lake.main.exclusions
where collection in (select collection from memory.staging.collections);

insert into slice.main.qrels by name
from lake.main.qrels
where collection in (select collection from memory.staging.collections);

insert into slice.main.subtopic_qrels by name
from lake.main.subtopic_qrels
where collection in (select collection from memory.staging.collections);
