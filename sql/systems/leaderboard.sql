-- Every loaded run of every collection with the measures of the track's overviews, in their conventions; runs of which
-- only scores are loaded have these.
--
-- source: TREC 2019 Deep Learning overview, tables 3 and 4; TREC 2021 overview, tables 2 and 3
-- grain: collection, run_id
-- columns:
--   team, subtask, category
--   stage: 'single' or 'multi', as self-reported in 2021
--   dense: whether dense retrieval was used, as self-reported in 2021
--   is_submission: true for a run submitted to TREC
--   in_overview: whether the overview lists the run; null when there is no such table
--   rr_ms: RR (MS), mean reciprocal rank by MS MARCO's sparse labels; null where those are not loaded
--   rr: mean reciprocal rank by NIST's labels
--   ndcg_cut_10: mean nDCG@10
--   ncg_cut_100: mean NCG@100; null where the overview takes another depth
--   ncg_cut_1000: mean NCG@1000; null where the overview takes another depth
--   ap
--   provenance: 'rankings', or 'submitted scores' for runs of which only these are loaded (metrics.stand_in_scores)
-- needs: runs
-- caveats: where collections.overview_depth is set (2019 documents), rr_ms, rr and ap count only that many items per
--   topic, so they differ from metrics.run_scores
-- example: select * from systems.leaderboard where collection = 'trec2021-passages' order by ndcg_cut_10 desc
create or replace view systems.leaderboard as
with conventions as (
    select
        collections.collection,
        'ncg_cut_' || collections.ncg_depth as ncg_measure,
        coalesce('recip_rank_cut_' || collections.overview_depth, 'recip_rank') as rr_measure,
        coalesce('map_cut_' || collections.overview_depth, 'map') as ap_measure,
    from main.collections as collections
),

scores as (
    select
        run_scores.collection,
        run_scores.run_id,
        max(run_scores.value) filter (where run_scores.measure = 'rr_ms') as rr_ms,
        max(run_scores.value) filter (where run_scores.measure = conventions.rr_measure) as rr,
        max(run_scores.value) filter (where run_scores.measure = 'ndcg_cut_10') as ndcg_cut_10,
        max(run_scores.value) filter (where run_scores.measure = conventions.ncg_measure) as ncg,
        max(run_scores.value) filter (where run_scores.measure = conventions.ap_measure) as ap,
        any_value(conventions.ncg_measure) as ncg_measure,
        any_value(run_scores.provenance) as provenance,
    from metrics.run_scores as run_scores
    inner join conventions on run_scores.collection = conventions.collection
    -- No others can be shown; said here, they alone are summed up, which takes a quarter of the time.
    where regexp_full_match(run_scores.measure, 'rr_ms|ndcg_cut_10|ncg_cut_1000?|(recip_rank|map)(_cut_\d+)?')
    -- A run stays that only has submitted scores, of whatever measure.
    or run_scores.provenance = 'submitted scores'
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
    case when scores.ncg_measure = 'ncg_cut_100' then scores.ncg end as ncg_cut_100,
    case when scores.ncg_measure = 'ncg_cut_1000' then scores.ncg end as ncg_cut_1000,
    scores.ap,
    scores.provenance,
from scores
left join main.runs as runs
    on scores.collection = runs.collection
    and scores.run_id = runs.run_id;
