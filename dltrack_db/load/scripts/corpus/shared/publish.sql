-- Makes the corpus of variables `corpus` and `load_no` visible, under the lock, in place of an earlier load of it, as the
-- texts of the collection in variable `collection` ('' for none).
create or replace temp table left_loads as
select corpora.load_no
from lake.store.corpora as corpora
where
    corpora.corpus = getvariable('corpus')
    and corpora.is_published;

select error('the lake has ' || stored || ' rows of the corpus, and ' || expected || ' were copied; nothing was changed')
from (
    select
        coalesce(sum(members.num_stored), 0) as expected,
        (
            select
                (select count(*) from lake.store.passages where load_no = getvariable('load_no'))
                + (select count(*) from lake.store.documents where load_no = getvariable('load_no'))
                + (select count(*) from lake.store.near_duplicates where load_no = getvariable('load_no'))
                + (select count(*) from lake.store.distinct_passages where load_no = getvariable('load_no'))
        ) as stored,
    from lake.store.members as members
    where members.load_no = getvariable('load_no')
) as counted
where counted.stored <> counted.expected;

delete from lake.store.passages where load_no in (select load_no from temp.left_loads);
delete from lake.store.documents where load_no in (select load_no from temp.left_loads);
delete from lake.store.near_duplicates where load_no in (select load_no from temp.left_loads);
delete from lake.store.distinct_passages where load_no in (select load_no from temp.left_loads);
delete from lake.store.members where load_no in (select load_no from temp.left_loads);
delete from lake.store.corpora
where load_no in (select load_no from temp.left_loads) or load_no = getvariable('load_no');

insert into lake.store.corpora by name
select
    corpora.* replace (getvariable('load_no')::smallint as load_no, now() as published_at),
from slice.store.corpora as corpora
where corpora.load_no = getvariable('own_load_no');

delete from lake.main.loads where part = 'corpus' and name = getvariable('corpus');

insert into lake.main.loads by name
select
    loads.* replace (
        loads.load_id + (select coalesce(max(load_id), 0) from lake.main.loads) as load_id,
        now() as published_at
    ),
from slice.main.loads as loads
where loads.part = 'corpus' and loads.name = getvariable('corpus');

delete from lake.main.load_expectations
where batch_id not in (select batch_id from lake.main.loads);

insert into lake.main.load_expectations by name
from slice.main.load_expectations
where batch_id in (
    select loads.batch_id
    from slice.main.loads as loads
    where loads.part = 'corpus' and loads.name = getvariable('corpus')
);

select error('the texts of ' || collection || ' are ' || corpus || ' meanwhile; nothing was changed')
from lake.main.collections
where
    collection = getvariable('collection')
    and corpus <> getvariable('corpus')
    and corpus in (select corpora.corpus from lake.store.corpora as corpora where corpora.is_published);

update lake.main.collections set corpus = getvariable('corpus')
where collection = getvariable('collection');
