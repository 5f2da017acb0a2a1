-- The document runs of 2019, cut to 100 documents per topic.
--
-- source: TREC 2019 Deep Learning overview, Table 3; values from systems.leaderboard
-- grain: run_id
-- columns:
--   team, subtask
--   category: 'nnlm', 'nn' or 'trad'
--   rr_ms: RR (MS): mean reciprocal rank by the sparse labels; null where those are not loaded
--   rr: mean reciprocal rank by NIST's labels
--   ndcg_cut_10, ncg_cut_100, ap
-- caveats: only runs that are loaded and known to be the submitted ones; published.printed_runs has the table as
--   printed
-- example: from exhibits.a_t3
create or replace view exhibits.a_t3 as
select
    leaderboard.run_id,
    leaderboard.team,
    leaderboard.subtask,
    leaderboard.category,
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
where leaderboard.collection = 'trec2019-docs' and leaderboard.in_overview and run_identity.is_submitted
order by round(leaderboard.ndcg_cut_10, 4) desc, leaderboard.run_id asc;
