-- The leaderboard of a collection as its overview has it, one run a row, with the places by one measure and, where asked
-- for, whether a run differs from a baseline.
--
-- source: systems.standings for the places and tests, systems.leaderboard for the scores
-- grain: run_id
-- params:
--   sort: measure that the runs are ranked and tested by, as trec_eval names it
--   baseline: run that the others are compared with; null for the best of `runs` by this measure, if significance
--   runs: the only runs that are tested, as a list; null for all
--   significance: whether to test
-- columns:
--   rank: 1 + number of runs with a higher value of the measure, compared to 12 decimals; null for a run without it
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
--   provenance: where the run's numbers come from, as in metrics.run_scores; several separated by commas
--   baseline: run compared with; null where nothing is tested
--   mean_difference: mean of the run minus mean of the baseline
--   p_value: paired two-sided t-test over topics
--   p_corrected: the same corrected by Holm for all tests; statistics.footnote says for how many
--   verdict: 'better', 'worse', 'not shown to differ' (chance could explain it), or 'baseline' for the run itself; null where
--     there is no test
--   untested: why there is no test, as in statistics.t_tests; null where there is one, or no score per topic
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
    standings.untested,
from standings
left join systems.leaderboard as leaderboard
    on leaderboard.collection = collection_name and standings.run_id = leaderboard.run_id;
