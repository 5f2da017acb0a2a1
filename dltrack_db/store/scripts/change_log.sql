-- The change log of a database (store/change_log.py).

-- name: note
-- Stores the checksums of all loaded data, and adds a change to the log. Variables: command, dltrack_version, duckdb_version,
-- found.
delete from main.table_checksums;

insert into main.table_checksums by name
select
    sums.table_name,
    sums.scope,
    sums.num_rows,
    sums.checksum,
from catalog.fact_checksums as sums;

insert into main.changes by name
with
last_change as (
    select
        max(changes.change_no) as change_no,
        arg_max(changes.link, changes.change_no) as link,
    from main.changes as changes
),

change as (
    select
        last_change.link as previous,
        coalesce(last_change.change_no, 0) + 1 as change_no,
        getvariable('command') as command,
        now() as changed_at,
        getvariable('dltrack_version') as dltrack_version,
        getvariable('duckdb_version') as duckdb_version,
        nullif(getvariable('found'), '') as found,
        state.state,
    from last_change
    cross join catalog.state as state
)

select
    change.change_no,
    change.command,
    change.changed_at,
    change.dltrack_version,
    change.duckdb_version,
    change.found,
    change.state,
    catalog.change_link(
        change.previous, change.change_no, change.command, change.changed_at, change.dltrack_version,
        change.duckdb_version, change.found, change.state
    ) as link,
from change;

-- name: found
-- A text with the loaded data that another tool changed since dltrack's last change; null if there are no such changes.
select
    string_agg(
        changed.table_name || ' of ' || changed.scope, ', ' order by changed.table_name, changed.scope
    ) as found,
from catalog.changed_facts as changed;

-- name: accept
-- Accepts the current rows as loaded: updates row counts and checksums in the ledger, renames the entries of renamed data,
-- deletes the entries of missing data, and adds entries for data without a load. Variables: dltrack_version, duckdb_version.
update store.members
set
    num_stored = coalesce(
        (
            select sums.num_rows
            from catalog.corpus_checksums as sums
            where sums.load_no = members.load_no and sums.member_no = members.member_no
        ),
        0
    ),
    checksum = coalesce(
        (
            select sums.checksum
            from catalog.corpus_checksums as sums
            where sums.load_no = members.load_no and sums.member_no = members.member_no
        ),
        '0'
    )
where state = 'complete';

update main.loads
set
    measured_rows = coalesce(sums.num_rows, 0),
    checksum = sums.checksum
from catalog.checksums as sums
where
    sums.part = loads.part
    and sums.collection is not distinct from loads.collection
    and sums.name = loads.name;

update main.loads
set name = renamed.new_name
from (
    select
        gone.part,
        gone.collection,
        gone.name,
        min(found.name) as new_name,
    from catalog.ledger_counts as gone
    inner join catalog.ledger_counts as found
        on found.part = gone.part
        and found.collection is not distinct from gone.collection
        and found.checksum_in_table = gone.checksum_in_ledger
    where gone.rows_in_ledger > 0 and gone.rows_in_table = 0 and found.rows_in_ledger is null
    group by gone.part, gone.collection, gone.name
    having count(*) = 1
) as renamed
where
    renamed.part = loads.part
    and renamed.collection is not distinct from loads.collection
    and renamed.name = loads.name;

delete from main.loads
where (part, coalesce(collection, ''), name) in (
    select (counts.part, coalesce(counts.collection, ''), counts.name)
    from catalog.ledger_counts as counts
    where counts.rows_in_ledger > 0 and counts.rows_in_table = 0
);

update main.loads
set md5 = runs.source_md5
from main.runs as runs
where loads.part = 'runs' and runs.collection = loads.collection and runs.run_id = loads.name;

insert into main.loads by name
select
    (select coalesce(max(loads.load_id), 0) from main.loads as loads)
    + row_number() over (order by counts.part, counts.collection, counts.name) as load_id,
    'accepted' as batch_id,
    coalesce(collections.edition, counts.collection, counts.name) as edition,
    counts.collection,
    counts.part,
    counts.name,
    'accepted as it was found' as source,
    0 as bytes,
    counts.md5_in_table as md5,
    'none' as verified,
    counts.rows_in_table as measured_rows,
    counts.checksum_in_table as checksum,
    now() as started_at,
    now() as published_at,
    getvariable('dltrack_version') as dltrack_version,
    getvariable('duckdb_version') as duckdb_version,
    'none' as gx_version,
from catalog.ledger_counts as counts
left join main.collections as collections on collections.collection = counts.collection
where counts.rows_in_ledger is null and counts.rows_in_table > 0;
