-- RR (MS) against NDCG@10 in 2019: the points of two scatter plots.
--
-- source: TREC 2019 Deep Learning overview, Figure 6; values from systems.leaderboard
-- grain: task, run_id
-- columns:
--   team
--   rr_ms: mean reciprocal rank by the sparse labels; null if the sparse labels are not loaded
--   ndcg_cut_10
-- caveats: loaded runs only; the printed points are in published.printed_runs
-- example: from exhibits.a_f6
create or replace view exhibits.a_f6 as
select
    collections.task,
    leaderboard.run_id,
    leaderboard.team,
    leaderboard.rr_ms,
    leaderboard.ndcg_cut_10,
from systems.leaderboard as leaderboard
inner join catalog.track_collections as collections on leaderboard.collection = collections.collection
where collections.year = 2019 and leaderboard.in_overview
order by collections.task asc, leaderboard.ndcg_cut_10 desc, leaderboard.run_id asc;
