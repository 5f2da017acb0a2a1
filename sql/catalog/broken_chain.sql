-- Changes in the database's log that do not fit together: the chain is broken, or other software changed facts in between.
--
-- source: main.changes, catalog.state
-- grain: change_no, reason
-- columns:
--   change_no: the change that does not fit; null if there are no changes at all
--   reason: what is wrong with it
-- caveats: empty in a sound database; findings from before the last change 'accept' are ignored
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
    'the change before it is missing' as reason,
from followed
where followed.change_no <> followed.place
union all
select
    followed.change_no,
    'it was changed after it was written' as reason,
from followed
where
    followed.link is distinct from catalog.change_link(
        followed.previous, followed.change_no, followed.command, followed.changed_at, followed.dltrack_version,
        followed.duckdb_version, followed.found, followed.state
    )
union all
select
    followed.change_no,
    'before it somebody else had changed ' || followed.found as reason,
from followed
where followed.found is not null and not followed.is_accepted
union all
select
    followed.change_no,
    'after it somebody else changed the checksums or the facts about the file' as reason,
from followed
cross join catalog.state as now
where followed.is_last and followed.state <> now.state
union all
select
    null::bigint as change_no,
    'there is no change at all' as reason,
where not exists (select 1 as one from main.changes as changes)
order by change_no, reason;
