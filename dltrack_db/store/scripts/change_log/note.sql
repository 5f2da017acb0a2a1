-- Keeps the checksums of the tables of facts, and adds a change to the chain. Variables: command, dltrack_version,
-- duckdb_version, found.
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
