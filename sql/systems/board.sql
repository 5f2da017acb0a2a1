-- The leaderboard of a collection as its overview has it, one run a row, with the places by one measure and, where asked
-- for, whether a run differs from a baseline.
--
-- source: systems.standings; the columns of systems.leaderboard
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
with overview as (
    select
        overview_measures.measure,
        overview_measures.column_name,
    from systems.overview_measures as overview_measures
    where overview_measures.collection = collection_name
),

standings as (
    select
        standings.*,
        standings.measure = sort as is_sorted_by,
        overview.column_name,
    from systems.standings(
        collection_name,
        also := [sort],
        baselines := case when baseline is not null then [baseline] end,
        runs := runs,
        significance := significance,
        tested := [sort]
    ) as standings
    left join overview on standings.measure = overview.measure
)

select
    standings.run_id,
    any_value(standings.rank) filter (where standings.is_sorted_by) as rank,
    any_value(standings.team) as team,
    any_value(standings.subtask) as subtask,
    any_value(standings.category) as category,
    any_value(standings.stage) as stage,
    any_value(standings.dense) as dense,
    any_value(standings.is_submission) as is_submission,
    any_value(standings.in_overview) as in_overview,
    max(standings.value) filter (where standings.column_name = 'rr_ms') as rr_ms,
    max(standings.value) filter (where standings.column_name = 'rr') as rr,
    max(standings.value) filter (where standings.column_name = 'ndcg_cut_10') as ndcg_cut_10,
    max(standings.value) filter (where standings.column_name = 'ncg_cut_100') as ncg_cut_100,
    max(standings.value) filter (where standings.column_name = 'ncg_cut_1000') as ncg_cut_1000,
    max(standings.value) filter (where standings.column_name = 'ap') as ap,
    coalesce(
        string_agg(distinct standings.provenance, ', ' order by standings.provenance desc)
            filter (where standings.value is not null),
        any_value(standings.provenance)
    ) as provenance,
    any_value(standings.baseline) as baseline,
    any_value(standings.mean_difference) as mean_difference,
    any_value(standings.p_value) as p_value,
    any_value(standings.p_corrected) as p_corrected,
    any_value(standings.verdict) as verdict,
    any_value(standings.untested) as untested,
from standings
group by standings.run_id;
