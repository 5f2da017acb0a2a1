-- Who submitted how many runs of which kind, computed from the run descriptions.
--
-- source: TREC 2019 overview, Table 2 and sections 4 and 5.1; TREC 2021 overview, Table 1 and section 4; SIGIR'21
--   resource paper, section 3.4
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: 'A-T2', 'D-T1', 'A-S1', 'B-S2', 'D-S3', 'D-S4', 'D-S16', 'A-S12' or 'B-S5'
--   row_key: as in published.cells
--   column_name: as in published.cells
--   value: number of groups or runs, per cent, or simulation trials
-- caveats: groups are counted without the organizers' baselines, but the simulations leave the baselines out as one
--   more team
-- example: from published.computed_participation where exhibit = 'D-T1'
create or replace view published.computed_participation as
with counts as (
    unpivot (
        select
            collections.year,
            collections.task,
            run_counts.num_teams::double as groups,
            run_counts.num_runs::double as runs,
            run_counts.num_baselines::double as baselines,
            run_counts.num_nnlm::double as nnlm,
            run_counts.num_nn::double as nn,
            run_counts.num_trad::double as trad,
            run_counts.num_rerank::double as rerank,
            run_counts.num_fullrank::double as fullrank,
        from systems.run_counts as run_counts
        inner join main.collections as collections on run_counts.collection = collections.collection
        where collections.year is not null
    )
    on groups, runs, baselines, nnlm, nn, trad, rerank, fullrank
    into name kind value value
),

teams as (
    select
        collections.year,
        runs.team,
        runs.team like 'BASELINE%' as is_baseline,
        bool_or(collections.task = 'docs') as in_docs,
        bool_or(collections.task = 'passages') as in_passages,
    from main.runs as runs
    inner join main.collections as collections on runs.collection = collections.collection
    where runs.is_submission and runs.team is not null and collections.year is not null
    group by collections.year, runs.team
),

groups as (
    select
        year,
        count(*)::double as num_groups,
        (count(*) filter (where in_docs and in_passages))::double as both_tasks,
        (count(*) filter (where in_docs and not in_passages))::double as docs_only,
        (count(*) filter (where in_passages and not in_docs))::double as passages_only,
    from teams
    where not is_baseline
    group by year
),

group_kinds as (
    unpivot groups
    on num_groups, both_tasks, docs_only, passages_only
    into name kind value value
),

removed as (
    select
        collections.year,
        collections.task,
        (count(*) filter (where not runs.in_overview))::double as runs_removed,
        (count(distinct runs.team))::double as teams,
    from main.runs as runs
    inner join main.collections as collections on runs.collection = collections.collection
    where runs.is_submission
    group by collections.year, collections.task
),

trials as (
    select
        split_part(cells.row_key, ' ', 1) as task,
        count(*) as num_trials,
    from published.cells as cells
    where cells.exhibit = 'A-T6' and cells.column_name = 'all_map_tau'
    group by split_part(cells.row_key, ' ', 1)
),

simulated as (
    select
        trials.task,
        trials.num_trials * (1 + removed.teams) as value,
    from trials
    inner join removed on trials.task = removed.task and removed.year = 2019
)

select
    case year when 2019 then 'A-T2' else 'D-T1' end as exhibit,
    kind as row_key,
    task as column_name,
    value,
from counts
where year in (2019, 2021)
union all
select
    'A-S1' as exhibit,
    run_shares.level as row_key,
    'count' as column_name,
    run_shares.num_runs::double as value,
from systems.run_shares as run_shares
where run_shares.year = 2019 and run_shares.task = 'all'
union all
select
    'A-S1' as exhibit,
    run_shares.level as row_key,
    'percent' as column_name,
    run_shares.percent as value,
from systems.run_shares as run_shares
where run_shares.year = 2019 and run_shares.task = 'all'
union all
select
    'A-S1' as exhibit,
    'groups' as row_key,
    'count' as column_name,
    num_groups as value,
from groups
where year = 2019
union all
select
    'A-S1' as exhibit,
    'runs' as row_key,
    'count' as column_name,
    sum(value) as value,
from counts
where year = 2019 and kind = 'runs'
having count(*) > 0
union all
select
    'B-S2' as exhibit,
    year::varchar as row_key,
    'groups' as column_name,
    num_groups as value,
from groups
union all
select
    'B-S2' as exhibit,
    year::varchar as row_key,
    'runs' as column_name,
    sum(value) as value,
from counts
where kind = 'runs'
group by year
union all
select
    'D-S3' as exhibit,
    case kind when 'num_groups' then 'groups' else replace(kind, '_', ' ') end as row_key,
    'count' as column_name,
    value,
from group_kinds
where year = 2021
union all
select
    'D-S3' as exhibit,
    year || ' groups' as row_key,
    'count' as column_name,
    num_groups as value,
from groups
where year < 2021
union all
select
    'D-S3' as exhibit,
    year || ' runs' as row_key,
    'count' as column_name,
    sum(value) as value,
from counts
where kind = 'runs' and year < 2021
group by year
union all
select
    'D-S3' as exhibit,
    kind as row_key,
    'count' as column_name,
    sum(value) as value,
from counts
where year = 2021 and kind in ('runs', 'baselines')
group by kind
union all
select
    'D-S3' as exhibit,
    task || ' runs' as row_key,
    'count' as column_name,
    value,
from counts
where year = 2021 and kind = 'runs'
union all
select
    'D-S4' as exhibit,
    run_shares.year || ' ' || run_shares.level as row_key,
    case run_shares.task when 'all' then 'percent' else run_shares.task || '_percent' end as column_name,
    run_shares.percent as value,
from systems.run_shares as run_shares
union all
select
    'D-S16' as exhibit,
    task as row_key,
    'runs_removed' as column_name,
    runs_removed as value,
from removed
where year = 2021
union all
select
    'A-S12' as exhibit,
    'trials' as row_key,
    task as column_name,
    value,
from simulated
union all
select
    'B-S5' as exhibit,
    'heat map' as row_key,
    'trials' as column_name,
    value,
from simulated
where task = 'docs';
