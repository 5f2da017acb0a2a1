-- The rows of the corpus, under the number of variable `load_no`, which no view shows yet, so nothing waits for them.
insert into lake.store.passages by name
select passages.* replace (getvariable('load_no')::smallint as load_no),
from slice.store.passages as passages
where passages.load_no = getvariable('own_load_no');

insert into lake.store.documents by name
select documents.* replace (getvariable('load_no')::smallint as load_no),
from slice.store.documents as documents
where documents.load_no = getvariable('own_load_no');

insert into lake.store.near_duplicates by name
select near_duplicates.* replace (getvariable('load_no')::smallint as load_no),
from slice.store.near_duplicates as near_duplicates
where near_duplicates.load_no = getvariable('own_load_no');

insert into lake.store.distinct_passages by name
select distinct_passages.* replace (getvariable('load_no')::smallint as load_no),
from slice.store.distinct_passages as distinct_passages
where distinct_passages.load_no = getvariable('own_load_no');

insert into lake.store.members by name
select members.* replace (getvariable('load_no')::smallint as load_no),
from slice.store.members as members
where members.load_no = getvariable('own_load_no');
