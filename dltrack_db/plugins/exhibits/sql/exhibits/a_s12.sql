-- Number of simulated qrels that the heat maps of Figure 9 are computed from.
--
-- source: TREC 2019 Deep Learning overview, section 5.1
-- grain: item
-- columns:
--   item: 'trials'
--   docs: number of simulated qrels of the document task
--   passages: number of simulated qrels of the passage task
--   from_print
-- caveats: counts the rows of Table 6, which has one row for the simulation with all teams and one for each omitted team,
--   including the organizers
-- example: from exhibits.a_s12
create or replace view exhibits.a_s12 as
with trials as (
    select
        split_part(cells.row_key, ' ', 1) as task,
        count(*) as num_trials,
    from published.cells as cells
    where cells.exhibit = 'A-T6' and cells.column_name = 'all_map_tau'
    group by split_part(cells.row_key, ' ', 1)
),

teams as (
    select
        collections.task,
        count(distinct systems.team_of(runs.team, runs.run_id)) as num_teams,
    from main.runs as runs
    inner join catalog.track_collections as collections on runs.collection = collections.collection
    where runs.is_submission and collections.year = 2019
    group by collections.task
)

select
    'trials' as item,
    max(trials.num_trials * (1 + teams.num_teams)) filter (where trials.task = 'docs') as docs,
    max(trials.num_trials * (1 + teams.num_teams)) filter (where trials.task = 'passages') as passages,
    ['docs', 'passages'] as from_print,
from trials
inner join teams on trials.task = teams.task
having count(*) > 0;
