-- The runs of a collection as the report lists them: rank, overview's measures, and whether a run differs from the best.
--
-- source: systems.leaderboard; report.significance by nDCG@10
-- grain: run_id
-- params:
--   collection_name: judged task
-- columns:
--   rank: 1 + number of runs with a higher nDCG@10, compared to 12 decimals; null for a run without it
--   team: as in systems.leaderboard, like all that follow but the last
--   subtask, category
--   stage: 'single' or 'multi'
--   dense: whether dense retrieval was used
--   in_overview: whether the overview lists the run
--   rr_ms: RR (MS)
--   rr: mean reciprocal rank
--   ndcg_cut_10: mean nDCG@10
--   ncg_cut_100: mean NCG@100
--   ncg_cut_1000: mean NCG@1000
--   ap, provenance
--   versus_best: 'baseline' for the best run, else 'same' or 'worse' (paired t-test, corrected by Holm); null without scores
-- needs: runs
-- example: select run_id, rank, versus_best from report.leaderboard('trec2021-passages') order by rank, run_id
create or replace macro report.leaderboard(collection_name) as table
select
    leaderboard.run_id,
    case
        when leaderboard.ndcg_cut_10 is not null
            then rank() over (order by round(leaderboard.ndcg_cut_10, 12) desc nulls last)
    end as rank,
    leaderboard.team,
    leaderboard.subtask,
    leaderboard.category,
    leaderboard.stage,
    leaderboard.dense,
    leaderboard.in_overview,
    leaderboard.rr_ms,
    leaderboard.rr,
    leaderboard.ndcg_cut_10,
    leaderboard.ncg_cut_100,
    leaderboard.ncg_cut_1000,
    leaderboard.ap,
    leaderboard.provenance,
    tests.verdict as versus_best,
from systems.leaderboard as leaderboard
left join report.significance(collection_name, 'ndcg_cut_10') as tests on leaderboard.run_id = tests.run_id
where leaderboard.collection = collection_name;
