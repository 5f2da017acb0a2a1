-- Number of groups and runs of 2019 over both tasks, and the share of each category and subtask.
--
-- source: TREC 2019 Deep Learning overview, section 4; values from systems.run_shares
-- grain: kind
-- columns:
--   kind: 'groups', 'runs', a category or a subtask
--   count: number of groups or runs
--   percent: share of all runs, 0 to 100; null for kinds 'groups' and 'runs'
--   from_print
-- caveats: the organizers are not counted as a group
-- example: from exhibits.a_s1
create or replace view exhibits.a_s1 as
with totals as (
    select
        unnest(['groups', 'runs']) as kind,
        unnest([
            count(distinct systems.team_of(runs.team, runs.run_id)) filter (where runs.team is null or runs.team not like 'BASELINE%'),
            count(*),
        ]) as count,
    from main.runs as runs
    inner join catalog.track_collections as collections on runs.collection = collections.collection
    where runs.is_submission and collections.year = 2019
    having count(*) > 0
)

select
    totals.kind,
    totals.count,
    null::double as percent,
    null::varchar[] as from_print,
from totals
union all
select
    run_shares.level as kind,
    run_shares.num_runs as count,
    run_shares.percent,
    case
        when run_shares.attribute in (
            select printed_columns.column_name,
            from published.printed_columns as printed_columns
            where printed_columns.year = 2019
        )
            then ['count', 'percent']
    end as from_print,
from systems.run_shares as run_shares
where run_shares.edition = 'trec2019' and run_shares.task = 'all' and run_shares.attribute in ('category', 'subtask')
order by count desc, kind asc;
