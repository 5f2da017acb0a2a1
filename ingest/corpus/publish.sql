-- Publishes the load of variable `load_no`: replaces an earlier load of the same corpus, makes the corpus the texts of the
-- collection in variable `collection` ('' for none), and writes the ledger. Variables: corpus, batch_id, verified, bytes, md5,
-- dltrack_version, duckdb_version, gx_version.
update store.corpora
set is_published = false
where corpus = getvariable('corpus') and is_published;

update store.corpora
set
    is_published = true,
    published_at = now(),
    num_rows = (
        select coalesce(sum(num_rows), 0) from store.members where members.load_no = getvariable('load_no')
    ),
    num_stored = (
        select coalesce(sum(num_stored), 0) from store.members where members.load_no = getvariable('load_no')
    )
where load_no = getvariable('load_no');

update main.collections set corpus = getvariable('corpus')
where collection = getvariable('collection') and corpus is distinct from getvariable('corpus');

delete from main.loads
where part = 'corpus' and name = getvariable('corpus');

insert into main.loads by name
select
    (select coalesce(max(load_id), 0) + 1 from main.loads) as load_id,
    getvariable('batch_id') as batch_id,
    'corpus' as edition,
    'corpus' as part,
    corpora.corpus as name,
    corpora.source,
    getvariable('bytes')::bigint as bytes,
    nullif(getvariable('md5'), '') as md5,
    getvariable('verified') as verified,
    corpora.expected_rows,
    corpora.num_stored as measured_rows,
    (
        select case when bool_and(members.checksum is not null) then sum(members.checksum::hugeint)::varchar end
        from store.members as members
        where members.load_no = corpora.load_no and members.state = 'complete'
    ) as checksum,
    corpora.started_at,
    corpora.published_at,
    getvariable('dltrack_version') as dltrack_version,
    getvariable('duckdb_version') as duckdb_version,
    getvariable('gx_version') as gx_version,
from store.corpora as corpora
where corpora.load_no = getvariable('load_no');

delete from main.load_expectations
where batch_id not in (select batch_id from main.loads);
