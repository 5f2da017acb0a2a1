-- RR (MS), NDCG@10 and oldness of the document runs of 2021, over all documents and over old documents only.
--
-- source: TREC 2021 Deep Learning overview, Figure 8; values from corpus.old_scores and systems.leaderboard
-- grain: run_id
-- columns:
--   oldness_10: mean share of old URLs among the first ten documents
--   rr_ms: RR (MS) of the whole run
--   ndcg_cut_10: NDCG@10 of the whole run
--   rr_ms_old: RR (MS) over old documents only
--   ndcg_cut_10_old: NDCG@10 over old documents only
-- caveats: loaded runs only; empty unless both document corpora are loaded
-- example: from exhibits.d_f8
create or replace view exhibits.d_f8 as
select
    old_scores.run_id,
    old_scores.oldness as oldness_10,
    leaderboard.rr_ms,
    leaderboard.ndcg_cut_10,
    old_scores.rr_ms as rr_ms_old,
    old_scores.ndcg as ndcg_cut_10_old,
from corpus.old_scores(10) as old_scores
inner join systems.leaderboard as leaderboard
    on
        old_scores.collection = leaderboard.collection
        and old_scores.run_id = leaderboard.run_id
where old_scores.collection = 'trec2021-docs' and leaderboard.in_overview
order by leaderboard.ndcg_cut_10 desc, old_scores.run_id asc;
