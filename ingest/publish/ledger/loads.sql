-- Writes one ledger row for each file, and the outcome of every expectation. Variables: batch_id, started_at, dltrack_version,
-- duckdb_version, gx_version. The checksums are those of the validated rows (temp.file_digests, which
-- sqlfiles/part_queries.py computes). catalog.checksums computes them from the tables, and `dltrack verify` compares both.
delete from main.loads
where (part, name, coalesce(collection, '')) in (
    select (part, name, coalesce(collection, '')) from memory.staging.files
);

insert into main.loads by name
with counted as (
    select
        digests.file_id,
        sum(digests.measured_rows)::bigint as measured_rows,
        sum(digests.digest_sum)::varchar as checksum,
    from temp.file_digests as digests
    group by digests.file_id
)

select
    (select coalesce(max(load_id), 0) from main.loads) + row_number() over (order by files.file_id) as load_id,
    getvariable('batch_id') as batch_id,
    files.edition,
    files.collection,
    files.part,
    files.name,
    files.source,
    files.bytes,
    files.md5,
    files.verified,
    files.expected_rows,
    counted.measured_rows,
    counted.checksum,
    (
        select nullif(count(*), 0),
        from memory.staging.left_out_labels as left_out
        where left_out.file_id = files.file_id and left_out.is_foreign
    ) as foreign_rows,
    getvariable('started_at')::timestamptz as started_at,
    now() as published_at,
    getvariable('dltrack_version') as dltrack_version,
    getvariable('duckdb_version') as duckdb_version,
    getvariable('gx_version') as gx_version,
from memory.staging.files as files
inner join counted on counted.file_id = files.file_id;

delete from main.load_expectations
where batch_id not in (select batch_id from main.loads);

insert into main.load_expectations by name
select
    getvariable('batch_id') as batch_id,
    outcomes.suite,
    outcomes.expectation,
    outcomes.meaning,
    outcomes.severity,
    outcomes.success,
    outcomes.expected,
    outcomes.observed,
    outcomes.unexpected_rows,
    outcomes.examples,
    outcomes.checked_at,
from memory.staging.outcomes as outcomes;
