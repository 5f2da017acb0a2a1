-- The ledger rows of this load, numbered on from those in use.
delete from lake.main.loads
where (part, name, coalesce(collection, '')) in (
    select (part, name, coalesce(collection, '')) from memory.staging.files
);

insert into lake.main.loads by name
select
    loads.* replace (
        loads.load_id + (select coalesce(max(load_id), 0) from lake.main.loads) as load_id,
        now() as published_at
    ),
from slice.main.loads as loads;

delete from lake.main.load_expectations
where batch_id not in (select batch_id from lake.main.loads);

insert into lake.main.load_expectations by name
from slice.main.load_expectations;
