-- One row for each run in the printed tables of the overviews, with its printed scores and description.
--
-- source: TREC 2019 overview, Tables 3 and 4; TREC 2021 overview, Tables 2 and 3
-- grain: exhibit, run_id
-- columns:
--   exhibit: 'A-T3', 'A-T4', 'D-T2' or 'D-T3'
--   collection, year, task
--   run_id: run; misspelled names are corrected
--   team, subtask
--   category: 'nnlm', 'nn' or 'trad'
--   stage: 'single' or 'multi'; null in 2019
--   dense: whether dense retrieval was used; null in 2019
--   rr_ms: printed RR (MS)
--   rr: printed RR
--   ndcg_cut_10: printed NDCG@10
--   ncg: printed NCG@100; for the passages of 2019, NCG@1000
--   ap: printed AP
-- caveats: does not contain runs that an overview omits (main.runs.in_overview is false)
-- example: from published.printed_runs where exhibit = 'D-T3' order by ndcg_cut_10 desc
create or replace view published.printed_runs as
with run_tables as (
    select distinct
        requirements.requirement,
        requirements.collection,
    from published.requirements as requirements
    where
        requirements.kind = 'run'
        and requirements.collection not in (select official_tables.collection from published.official_tables)
)

select
    cells.exhibit,
    runs.collection,
    collections.year,
    collections.task,
    cells.row_key as run_id,
    any_value(runs.team) as team,
    any_value(runs.subtask) as subtask,
    any_value(runs.category) as category,
    any_value(runs.stage) as stage,
    any_value(runs.dense) as dense,
    max(cells.value) filter (where cells.column_name = 'rr_ms') as rr_ms,
    max(cells.value) filter (where cells.column_name = 'rr') as rr,
    max(cells.value) filter (where cells.column_name = 'ndcg_cut_10') as ndcg_cut_10,
    max(cells.value) filter (where cells.column_name in ('ncg_cut_100', 'ncg_cut_1000')) as ncg,
    max(cells.value) filter (where cells.column_name = 'ap') as ap,
from published.cells as cells
inner join run_tables on cells.requirement = run_tables.requirement
inner join main.runs as runs
    on
        run_tables.collection = runs.collection
        and cells.row_key = runs.run_id
inner join catalog.track_collections as collections on runs.collection = collections.collection
group by cells.exhibit, runs.collection, collections.year, collections.task, cells.row_key;
