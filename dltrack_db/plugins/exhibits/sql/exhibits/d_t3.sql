-- One row for each passage run of 2021, with its scores.
--
-- source: TREC 2021 Deep Learning overview, Table 3; values from systems.leaderboard, by the measures listed in
--     published.overview_tables
-- grain: run_id
-- columns:
--   team, subtask
--   category: 'nnlm', 'nn' or 'trad'
--   stage: 'single' or 'multi', as self-reported
--   dense: whether dense retrieval was used, as self-reported
--   rr_ms: RR (MS): mean reciprocal rank by the sparse labels; null if the sparse labels are not loaded
--   rr: mean reciprocal rank by NIST's labels
--   ndcg_cut_10, ncg_cut_100, ap
-- caveats: contains a run only if the loaded ranking, or the loaded scores per topic, were verified to equal the submission;
--   for the printed table, see published.printed_runs
-- example: from exhibits.d_t3
create or replace view exhibits.d_t3 as
select
    runs.run_id,
    runs.team,
    runs.subtask,
    runs.category,
    runs.stage,
    runs.dense,
    runs.rr_ms,
    runs.rr,
    runs.ndcg_cut_10,
    runs.ncg_cut_100,
    runs.ap,
from published.overview_tables as runs
where runs.collection = 'trec2021-passages'
order by round(runs.ndcg_cut_10, 4) desc nulls last, runs.run_id asc;
