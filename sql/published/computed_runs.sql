-- The run tables of the overviews, computed: every run, every column.
--
-- source: TREC 2019 overview, Tables 3 and 4; TREC 2021 overview, Tables 2 and 3; values from systems.leaderboard
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: 'A-T3', 'A-T4', 'D-T2' or 'D-T3'
--   row_key: run
--   column_name: 'rr_ms', 'rr', 'ndcg_cut_10', 'ncg_cut_100', 'ncg_cut_1000' or 'ap'
--   value: mean over judged topics in the overview's conventions; null where the labels are not loaded
-- example: from published.computed_runs where exhibit = 'D-T3' and row_key = 'p_bm25'
create or replace view published.computed_runs as
with run_tables as (
    select distinct
        cells.exhibit,
        requirements.collection,
    from published.cells as cells
    inner join published.requirements as requirements on cells.requirement = requirements.requirement
    where requirements.kind = 'run'
),

scores as (
    unpivot (
        select
            leaderboard.collection,
            leaderboard.run_id,
            leaderboard.rr_ms,
            leaderboard.rr,
            leaderboard.ndcg_cut_10,
            leaderboard.ncg_cut_100,
            leaderboard.ncg_cut_1000,
            leaderboard.ap,
        from systems.leaderboard as leaderboard
        where leaderboard.in_overview
    )
    on rr_ms, rr, ndcg_cut_10, ncg_cut_100, ncg_cut_1000, ap
    into name column_name value value
)

select
    run_tables.exhibit,
    scores.run_id as row_key,
    scores.column_name,
    scores.value,
from scores
inner join run_tables on scores.collection = run_tables.collection;
