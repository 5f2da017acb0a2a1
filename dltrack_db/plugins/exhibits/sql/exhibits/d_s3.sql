-- Number of groups and runs of 2021 by task, and of 2019 and 2020.
--
-- source: TREC 2021 Deep Learning overview, section 4; values from systems.run_counts
-- grain: item
-- columns:
--   item: counted kind of groups or runs, e.g. 'docs only' or '2019 runs'
--   count: number of groups or runs
--   from_print
-- caveats: the organizers are not counted as a group
-- example: from exhibits.d_s3
create or replace view exhibits.d_s3 as
with teams as (
    select
        collections.year,
        systems.team_of(runs.team, runs.run_id) as team,
        bool_or(collections.task = 'docs') as in_docs,
        bool_or(collections.task = 'passages') as in_passages,
    from main.runs as runs
    inner join catalog.track_collections as collections on runs.collection = collections.collection
    where runs.is_submission and (runs.team is null or runs.team not like 'BASELINE%') and collections.year <= 2021
    group by collections.year, systems.team_of(runs.team, runs.run_id)
),

team_counts as (
    select
        teams.year,
        count(*) as groups,
        count(*) filter (where teams.in_docs and teams.in_passages) as both_tasks,
        count(*) filter (where not teams.in_passages) as docs_only,
        count(*) filter (where not teams.in_docs) as passages_only,
    from teams
    group by teams.year
),

run_totals as (
    select
        collections.year,
        sum(run_counts.num_runs)::bigint as runs,
        max(run_counts.num_runs) filter (where collections.task = 'docs') as docs_runs,
        max(run_counts.num_runs) filter (where collections.task = 'passages') as passages_runs,
        sum(run_counts.num_baselines)::bigint as baselines,
    from systems.run_counts as run_counts
    inner join catalog.track_collections as collections on run_counts.collection = collections.collection
    where collections.year <= 2021
    group by collections.year
),

items as (
    select
        team_counts.year,
        unnest(
            case
                when team_counts.year = 2021
                    then [
                        'groups', 'both tasks', 'docs only', 'passages only', 'runs', 'docs runs', 'passages runs',
                        'baselines',
                    ]
                else [team_counts.year || ' groups', team_counts.year || ' runs']
            end
        ) as item,
        unnest(
            case
                when team_counts.year = 2021
                    then [
                        team_counts.groups, team_counts.both_tasks, team_counts.docs_only, team_counts.passages_only,
                        run_totals.runs, run_totals.docs_runs, run_totals.passages_runs, run_totals.baselines,
                    ]
                else [team_counts.groups, run_totals.runs]
            end
        ) as count,
    from team_counts
    inner join run_totals on team_counts.year = run_totals.year
)

select
    items.item,
    items.count,
    case
        when items.item = 'baselines' and (items.year, 'baseline') in (
            select (printed_columns.year, printed_columns.column_name),
            from published.printed_columns as printed_columns
        )
            then ['count']
    end as from_print,
from items
order by items.year desc;
