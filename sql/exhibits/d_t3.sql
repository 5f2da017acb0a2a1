-- The passage runs of 2021.
--
-- source: TREC 2021 Deep Learning overview, Table 3; values from systems.leaderboard
-- grain: run_id
-- columns:
--   team, subtask
--   category: 'nnlm', 'nn' or 'trad'
--   stage: 'single' or 'multi', as self-reported
--   dense: whether dense retrieval was used, as self-reported
--   rr_ms: RR (MS): mean reciprocal rank by the sparse labels; null where those are not loaded
--   rr: mean reciprocal rank by NIST's labels
--   ndcg_cut_10, ncg_cut_100, ap
-- caveats: only runs that are loaded and known to be the submitted ones; published.printed_runs has the table as
--   printed
-- example: from exhibits.d_t3
create or replace view exhibits.d_t3 as
select
    leaderboard.run_id,
    leaderboard.team,
    leaderboard.subtask,
    leaderboard.category,
    leaderboard.stage,
    leaderboard.dense,
    leaderboard.rr_ms,
    leaderboard.rr,
    leaderboard.ndcg_cut_10,
    leaderboard.ncg_cut_100,
    leaderboard.ap,
from systems.leaderboard as leaderboard
inner join published.run_identity as run_identity
    on
        leaderboard.collection = run_identity.collection
        and leaderboard.run_id = run_identity.run_id
where leaderboard.collection = 'trec2021-passages' and leaderboard.in_overview and run_identity.is_submitted
order by round(leaderboard.ndcg_cut_10, 4) desc, leaderboard.run_id asc;
