-- How similarly two measures order the runs: Kendall's tau over all runs and within each category.
--
-- source: TREC 2019 overview, section 5 and figures 7 and 8; TREC 2021 overview, section 4 and figure 7, for any two
--     measures
-- grain: collection, category
-- params:
--   measure_x: trec_eval's name of the first measure
--   measure_y: second measure
--   run_set: 'overview' for submitted runs that the overview lists, 'submitted' for all submitted runs, 'loaded' for all
--     runs in the database
--   run_ids: list of run names, to compare only these runs of the run set; null for all
-- columns:
--   category: 'all', or the runs of one category
--   num_runs
--   tau_b: Kendall's tau-b, as printed in the overviews
--   tau_a
--   pearson: Pearson's correlation of the values; null if the values of a measure are all equal
-- needs: runs
-- caveats: means are rounded to four decimals before ranking; unlike in systems.overview_agreement, measures are not cut at the
--     overviews' depths
-- example:
--   from systems.measure_agreement('ndcg_cut_10', 'recall_100') order by all;
create or replace macro systems.measure_agreement(
    measure_x, measure_y, run_set := 'overview', run_ids := null
) as table
with
chosen_runs as (
    select
        collection,
        run_id,
        category,
    from main.runs
    where
        (
            run_set = 'loaded'
            or (run_set = 'submitted' and is_submission)
            or (run_set = 'overview' and is_submission and in_overview is distinct from false)
        )
        and (run_ids is null or list_contains(run_ids, run_id))
),

scores as (
    select
        chosen_runs.collection,
        chosen_runs.category,
        chosen_runs.run_id,
        round(max(run_scores.value) filter (where run_scores.measure = measure_x), 4) as value_x,
        round(max(run_scores.value) filter (where run_scores.measure = measure_y), 4) as value_y,
    from chosen_runs
    inner join metrics.run_scores
        on chosen_runs.collection = run_scores.collection and chosen_runs.run_id = run_scores.run_id
    where run_scores.measure in (measure_x, measure_y)
    group by chosen_runs.collection, chosen_runs.category, chosen_runs.run_id
),

grouped as (
    select
        collection,
        case when grouping(category) = 1 then 'all' else category end as category,
        count(*) as num_runs,
        list(value_x order by run_id) as values_x,
        list(value_y order by run_id) as values_y,
        case when var_pop(value_x) > 0 and var_pop(value_y) > 0 then corr(value_x, value_y) end as pearson,
    from scores
    where value_x is not null and value_y is not null
    group by grouping sets ((collection), (collection, category))
)

select
    collection,
    category,
    num_runs,
    statistics.kendall_tau_b(values_x, values_y) as tau_b,
    statistics.kendall_tau_a(values_x, values_y) as tau_a,
    pearson,
from grouped
where category is not null;
