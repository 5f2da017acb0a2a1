-- Every known run of every collection with the measures of the track's overviews, computed by the overviews' conventions.
-- Values come from the loaded ranking, else from published scores per topic, else from NIST's official means.
--
-- source: TREC 2019 Deep Learning overview, tables 3 and 4; TREC 2021 overview, tables 2 and 3; systems.overview_measures
-- grain: collection, run_id
-- columns:
--   team, subtask, category
--   stage: 'single' or 'multi', as self-reported in 2021
--   dense: whether dense retrieval was used, as self-reported in 2021
--   is_submission
--   in_overview: whether the overview lists the run; null if there is no overview table
--   rr_ms: RR (MS), mean reciprocal rank by MS MARCO's sparse labels; null if the sparse labels are not loaded
--   rr: mean reciprocal rank by NIST's labels
--   ndcg_cut_10
--   ncg_cut_100: mean NCG@100; null if the overview uses another depth
--   ncg_cut_1000: mean NCG@1000; null if the overview uses another depth
--   ap
--   provenance: sources of the run's numbers, as in metrics.run_scores, separated by commas
-- needs: runs
-- caveats: measures that need a ranking (NCG, RR (MS)) are null for runs without a ranking; if collections.overview_depth is
--   set (2019 documents), rr_ms, rr and ap are cut at that depth and differ from metrics.run_scores
-- example: select * from systems.leaderboard where collection = 'trec2021-passages' order by ndcg_cut_10 desc
create or replace view systems.leaderboard as
with scores as (
    select
        run_scores.collection,
        run_scores.run_id,
        max(run_scores.value) filter (where shown.column_name = 'rr_ms') as rr_ms,
        max(run_scores.value) filter (where shown.column_name = 'rr') as rr,
        max(run_scores.value) filter (where shown.column_name = 'ndcg_cut_10') as ndcg_cut_10,
        max(run_scores.value) filter (where shown.column_name = 'ncg_cut_100') as ncg_cut_100,
        max(run_scores.value) filter (where shown.column_name = 'ncg_cut_1000') as ncg_cut_1000,
        max(run_scores.value) filter (where shown.column_name = 'ap') as ap,
        coalesce(
            string_agg(distinct run_scores.provenance, ', ' order by run_scores.provenance desc)
                filter (where shown.column_name is not null),
            any_value(run_scores.provenance)
        ) as provenance,
    from metrics.run_scores as run_scores
    left join systems.overview_measures as shown
        on run_scores.collection = shown.collection
        and run_scores.measure = shown.measure
    -- No other measures are shown; restricting the sums to these takes a quarter of the time.
    where regexp_full_match(run_scores.measure, 'rr_ms|ndcg_cut_10|ncg_cut_1000?|(recip_rank|map)(_cut_\d+)?')
    -- Runs without a ranking are included if they have a score by any measure.
    or run_scores.provenance <> 'rankings'
    group by run_scores.collection, run_scores.run_id
)

select
    scores.collection,
    scores.run_id,
    runs.team,
    runs.subtask,
    runs.category,
    runs.stage,
    runs.dense,
    coalesce(runs.is_submission, false) as is_submission,
    runs.in_overview,
    scores.rr_ms,
    scores.rr,
    scores.ndcg_cut_10,
    scores.ncg_cut_100,
    scores.ncg_cut_1000,
    scores.ap,
    scores.provenance,
from scores
left join main.runs as runs
    on scores.collection = runs.collection
    and scores.run_id = runs.run_id;
