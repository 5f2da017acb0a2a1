-- One row for each passage run of 2019, with its scores.
--
-- source: TREC 2019 Deep Learning overview, Table 4; values from systems.leaderboard by published.overview_tables
-- grain: run_id
-- columns:
--   team, subtask
--   category: 'nnlm', 'nn' or 'trad'
--   rr_ms: RR (MS): mean reciprocal rank by the sparse labels; null if the sparse labels are not loaded
--   rr: mean reciprocal rank by NIST's labels
--   ndcg_cut_10
--   ncg_cut_1000: mean NCG@1000
--   ap
-- caveats: contains only runs whose ranking or scores per topic are verified to be those of the submitted run; for the
--   printed table, see published.printed_runs
-- example: from exhibits.a_t4
create or replace view exhibits.a_t4 as
select
    runs.run_id,
    runs.team,
    runs.subtask,
    runs.category,
    runs.rr_ms,
    runs.rr,
    runs.ndcg_cut_10,
    runs.ncg_cut_1000,
    runs.ap,
from published.overview_tables as runs
where runs.collection = 'trec2019-passages'
order by round(runs.ndcg_cut_10, 4) desc nulls last, runs.run_id asc;
