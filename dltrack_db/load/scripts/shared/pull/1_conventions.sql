-- The part of a shared database that the publishing of a load looks at, into its private copy: conventions, labels and
-- items that do not count of the collections at hand.
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
