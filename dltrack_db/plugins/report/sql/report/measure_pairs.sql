-- One row for each run and overview measure other than nDCG@10, with the run's means by both measures, for scatter plots.
--
-- source: TREC 2019 overview, figures 6 to 8; TREC 2021 overview, figure 7;
--   systems.overview_scores, systems.overview_agreement
-- grain: collection, measure, run_id
-- columns:
--   measure: the other measure, 'rr_ms', 'rr', 'ncg' or 'ap'
--   run_id: submitted run listed in the overview
--   team, category, subtask, ndcg_cut_10
--   value: mean of the other measure
--   tau_b: Kendall's tau-b between the two measures, over all runs of the plot
--   is_apart: whether the run is more than three standard deviations away from the least squares line
-- needs: runs
create or replace view report.measure_pairs as
with
pairs as (
    select
        scores.collection,
        scores.measure,
        scores.run_id,
        scores.team,
        scores.category,
        scores.subtask,
        run_positions.ndcg_cut_10,
        scores.value,
        overview_agreement.tau_b,
    from systems.overview_scores as scores
    inner join systems.run_positions
        on scores.collection = run_positions.collection and scores.run_id = run_positions.run_id
    left join systems.overview_agreement
        on
            scores.collection = overview_agreement.collection
            and scores.measure = overview_agreement.measure_x
            and overview_agreement.measure_y = 'ndcg_cut_10'
            and overview_agreement.category = 'all'
    where scores.measure <> 'ndcg_cut_10'
),

distances as (
    select
        *,
        value - regr_intercept(value, ndcg_cut_10) over of_measure
        - regr_slope(value, ndcg_cut_10) over of_measure * ndcg_cut_10 as distance,
    from pairs
    window of_measure as (partition by collection, measure)
)

select
    * exclude (distance),
    abs(distance) > 3 * stddev_pop(distance) over (partition by collection, measure) as is_apart,
from distances;
