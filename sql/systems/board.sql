-- The leaderboard of a collection in the format of its overview: one row per run with its rank by one measure and, on
-- request, whether it may be best, or differs from a baseline.
--
-- source: systems.standings for the ranks and tests, systems.leaderboard for the scores
-- grain: run_id
-- params:
--   sort: measure for ranking and testing the runs, by trec_eval's name
--   baseline: run that the others are compared with; null for none
--   runs: runs that are tested, as a list; null for all
--   significance: whether to find the runs that may be best; ignored if a baseline is named
-- columns:
--   rank: 1 + number of runs with a higher value of the measure, compared to 12 decimals; null for a run without a value
--   team, subtask, category
--   stage: 'single' or 'multi'
--   dense: whether dense retrieval was used
--   is_submission
--   in_overview: whether the overview lists the run
--   rr_ms: RR (MS)
--   rr: mean reciprocal rank
--   ndcg_cut_10, ncg_cut_100
--   ncg_cut_1000: mean NCG@1000
--   ap
--   provenance: sources of the run's numbers, as in metrics.run_scores, separated by commas
--   baseline: run to compare with; this and all columns down to p_corrected are null if no baseline is named
--   mean_difference: mean of the run minus mean of the baseline
--   p_value: paired two-sided t-test over topics
--   p_corrected: corrected by Holm's method for all tests; statistics.footnote gives their number
--   verdict: with a baseline 'better', 'worse', 'not shown to differ' (chance could explain it), or 'baseline' for the run
--     itself; without 'may be best' or 'worse'; null if there is no test
--   may_be_best: whether no other run is significantly better; null, as all columns down to behind_high, if there is no test or
--     a baseline is named
--   beaten_by, behind_low, behind_high
--   untested: why there is no test; null if there is one
-- needs: scored runs
-- example: select run_id, rank, verdict from systems.board('trec2021-passages', significance := true) order by rank, run_id
create or replace macro systems.board(
    collection_name, sort := 'ndcg_cut_10', baseline := null, runs := null, significance := false
) as table
with standings as (
    from systems.standings(
        collection_name,
        measures := [sort],
        baselines := case when baseline is not null then [baseline] end,
        runs := runs,
        significance := significance,
        tested := [sort]
    )
)

select
    standings.run_id,
    standings.rank,
    standings.team,
    standings.subtask,
    standings.category,
    standings.stage,
    standings.dense,
    standings.is_submission,
    standings.in_overview,
    leaderboard.rr_ms,
    leaderboard.rr,
    leaderboard.ndcg_cut_10,
    leaderboard.ncg_cut_100,
    leaderboard.ncg_cut_1000,
    leaderboard.ap,
    coalesce(leaderboard.provenance, standings.provenance) as provenance,
    standings.baseline,
    standings.mean_difference,
    standings.p_value,
    standings.p_corrected,
    standings.verdict,
    standings.may_be_best,
    standings.beaten_by,
    standings.behind_low,
    standings.behind_high,
    standings.untested,
from standings
left join systems.leaderboard as leaderboard
    on leaderboard.collection = collection_name and standings.run_id = leaderboard.run_id;
