-- Inconsistent entries of the database's change log: a change is missing or was edited, or other software changed facts in
-- between.
--
-- source: main.changes, catalog.state
-- grain: change_no, reason
-- columns:
--   change_no: number of the inconsistent change; null if the log has no entries
--   reason: what is wrong with the change
-- caveats: empty in a sound database; changes by other software are ignored up to the last change with the command 'accept'
-- example: from catalog.broken_chain
create or replace view catalog.broken_chain as
with
followed as (
    select
        changes.change_no,
        changes.command,
        changes.changed_at,
        changes.dltrack_version,
        changes.duckdb_version,
        changes.found,
        changes.state,
        changes.link,
        row_number() over (order by changes.change_no) as place,
        lag(changes.link) over (order by changes.change_no) as previous,
        lead(changes.change_no) over (order by changes.change_no) is null as is_last,
        coalesce(
            bool_or(changes.command = 'accept') over (
                order by changes.change_no rows between current row and unbounded following
            ),
            false
        ) as is_accepted,
    from main.changes as changes
)

select
    followed.change_no,
    'the preceding change is missing' as reason,
from followed
where followed.change_no <> followed.place
union all
select
    followed.change_no,
    'this entry was edited after dltrack wrote it' as reason,
from followed
where
    followed.link is distinct from catalog.change_link(
        followed.previous, followed.change_no, followed.command, followed.changed_at, followed.dltrack_version,
        followed.duckdb_version, followed.found, followed.state
    )
union all
select
    followed.change_no,
    'before this change, other software had changed ' || followed.found as reason,
from followed
where followed.found is not null and not followed.is_accepted
union all
select
    followed.change_no,
    'after this change, other software changed the checksums or the facts about the file' as reason,
from followed
cross join catalog.state as now
where followed.is_last and followed.state <> now.state
union all
select
    null::bigint as change_no,
    'the log has no entries' as reason,
where not exists (select 1 as one from main.changes as changes)
order by change_no, reason;
