-- How similarly each pair of the overview's measures orders the runs that the overview lists, over all runs and within each
-- category.
--
-- source: TREC 2019 overview, figures 6 to 8; TREC 2021 overview, section 4 (tau .43 and .51) and figure 7
-- grain: collection, category, measure_x, measure_y
-- columns:
--   category: 'all', or the runs of one category
--   measure_x: see systems.overview_scores
--   measure_y: another measure
--   num_runs
--   tau_b: Kendall's tau-b
--   tau_a
-- needs: runs
-- caveats: means are rounded to four decimals before ranking; systems.overview_scores and systems.leaderboard have the points
--     of the scatter plots
create or replace view systems.overview_agreement as
with
score_pairs as (
    select
        scores_x.collection,
        scores_x.category,
        scores_x.measure as measure_x,
        scores_y.measure as measure_y,
        scores_x.run_id,
        round(scores_x.value, 4) as value_x,
        round(scores_y.value, 4) as value_y,
    from systems.overview_scores as scores_x
    inner join systems.overview_scores as scores_y
        on
            scores_x.collection = scores_y.collection
            and scores_x.run_id = scores_y.run_id
            and scores_x.measure <> scores_y.measure
),

grouped as (
    select
        collection,
        case when grouping(category) = 1 then 'all' else category end as category,
        measure_x,
        measure_y,
        count(*) as num_runs,
        list(value_x order by run_id) as values_x,
        list(value_y order by run_id) as values_y,
    from score_pairs
    group by grouping sets ((collection, measure_x, measure_y), (collection, category, measure_x, measure_y))
)

select
    collection,
    category,
    measure_x,
    measure_y,
    num_runs,
    statistics.kendall_tau_b(values_x, values_y) as tau_b,
    statistics.kendall_tau_a(values_x, values_y) as tau_a,
from grouped
where category is not null;
