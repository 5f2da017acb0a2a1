-- How far the best single stage run and the best multi stage run are behind the top run, in percent.
--
-- source: TREC 2021 overview, section 4 (single stage 6 % behind for documents, 10 % for passages)
-- grain: collection, measure, stage
-- columns:
--   measure: see systems.overview_scores
--   stage: 'single' or 'multi'
--   run_id: best run of this stage; the first by name if tied
--   value: value of run_id
--   num_runs: runs of this stage
--   top_run_id: best run among all runs with a known stage
--   top_value: value of top_run_id
--   shortfall_percent: 100 * (1 - value / top_value)
-- needs: runs
create or replace view systems.stage_gaps as
with
best as (
    select
        collection,
        measure,
        stage,
        first(run_id order by round(value, 12) desc, run_id) as run_id,
        max(value) as value,
        count(*) as num_runs,
    from systems.overview_scores
    where stage is not null
    group by collection, measure, stage
),

top_runs as (
    select
        collection,
        measure,
        first(run_id order by round(value, 12) desc, run_id) as run_id,
        max(value) as value,
    from best
    group by collection, measure
)

select
    best.collection,
    best.measure,
    best.stage,
    best.run_id,
    best.value,
    best.num_runs,
    top_runs.run_id as top_run_id,
    top_runs.value as top_value,
    100 * (1 - best.value / nullif(top_runs.value, 0)) as shortfall_percent,
from best
inner join top_runs
    on best.collection = top_runs.collection and best.measure = top_runs.measure;
