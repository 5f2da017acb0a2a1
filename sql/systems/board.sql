-- The leaderboard of a collection: one row per run with the columns of the track's overview, its rank by one measure and, on
-- request, whether the run may be best or differs from a baseline.
--
-- source: systems.standings for the ranks and tests, systems.leaderboard for the scores
-- grain: run_id
-- params:
--   sort: trec_eval's name of the measure that the runs are ranked and tested by
--   baseline: run that the other runs are compared with; null for none
--   runs: runs that are tested, as a list; null for all runs
--   significance: whether to find the runs that may be best; ignored if a baseline is named
-- columns:
--   rank: rank by the measure `sort`, as in systems.standings
--   team, subtask, category
--   stage: 'single' or 'multi'
--   dense: whether dense retrieval was used
--   is_submission
--   in_overview: whether the overview lists the run
--   rr_ms: RR (MS), mean reciprocal rank by MS MARCO's sparse labels
--   rr: mean reciprocal rank by NIST's labels
--   ndcg_cut_10, ncg_cut_100
--   ncg_cut_1000: mean NCG@1000
--   ap
--   provenance: sources of the run's numbers, as in metrics.run_scores, separated by commas
--   baseline: the baseline; this and all columns down to p_corrected are null if no baseline is named
--   mean_difference: mean of the run minus mean of the baseline
--   p_value: p-value of the paired two-sided t-test over topics
--   p_corrected: p_value corrected by Holm's method for all tests of the measure; statistics.footnote has the number of tests
--   verdict: if a baseline is named, 'better', 'worse', 'not shown to differ' (chance could explain the difference), or
--     'baseline' for the baseline itself; otherwise 'may be best' or 'worse'; null if there is no test
--   may_be_best: whether no other run is significantly better; this and all columns down to behind_high are null if there is
--     no test or a baseline is named
--   beaten_by, behind_low, behind_high
--   untested: why the run is not tested; null for a tested run
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
