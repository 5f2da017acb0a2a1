-- Copies what scoring needs of the collection of variable `collection` from the attached database `loaded`: its
-- conventions, what is said of its labels, and the labels of variable `variant` (null for the official ones).
insert into main.collections by name
select *
from loaded.main.collections
where collection = getvariable('collection');

insert into main.qrels_variants by name
select *
from loaded.main.qrels_variants
where collection = getvariable('collection');

insert into main.qrels by name
select qrels.*
from loaded.main.qrels as qrels
inner join main.collections as collections
    on qrels.collection = collections.collection
    and qrels.variant = coalesce(getvariable('variant')::varchar, collections.qrels_variant);

insert into main.subtopic_qrels by name
select subtopic_qrels.*
from loaded.main.subtopic_qrels as subtopic_qrels
inner join main.collections as collections
    on subtopic_qrels.collection = collections.collection
    and subtopic_qrels.variant = coalesce(getvariable('variant')::varchar, collections.qrels_variant);
