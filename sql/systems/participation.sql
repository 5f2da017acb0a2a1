-- Numbers of groups and submitted runs of one year, one row per category, subtask and other count: the participation table of
-- the overviews.
--
-- source: systems.run_counts
-- grain: kind
-- params:
--   of_year: year of the track
-- columns:
--   place: position of the row in the table, from 0
--   kind: what the row counts: 'groups', 'runs', 'baselines', 'nnlm', 'nn', 'trad', 'rerank' or 'fullrank'
--   docs: number for the document task
--   passages: number for the passage task
--   attribute: how the runs are grouped: a column of main.runs, or 'baseline' for the organizers' runs
-- caveats: see systems.run_counts
-- example: from systems.participation(2021) order by place
create or replace macro systems.participation(of_year) as table
with counted as (
    select
        collections.task,
        unnest(range(8)) as place,
        unnest([
            'groups',
            'runs',
            'baselines',
            'nnlm',
            'nn',
            'trad',
            'rerank',
            'fullrank',
        ]) as kind,
        unnest(['team', 'run_id', 'baseline', 'category', 'category', 'category', 'subtask', 'subtask']) as attribute,
        unnest([
            run_counts.num_teams,
            run_counts.num_runs,
            run_counts.num_baselines,
            run_counts.num_nnlm,
            run_counts.num_nn,
            run_counts.num_trad,
            run_counts.num_rerank,
            run_counts.num_fullrank,
        ]) as num,
    from systems.run_counts as run_counts
    inner join catalog.track_collections as collections on run_counts.collection = collections.collection
    where collections.year = of_year
)

select
    counted.place,
    counted.kind,
    max(counted.num) filter (where counted.task = 'docs') as docs,
    max(counted.num) filter (where counted.task = 'passages') as passages,
    counted.attribute,
from counted
group by counted.kind, counted.place, counted.attribute;
