-- How similarly short, long and all queries order the runs by nDCG@10, over all runs and within each category.
--
-- source: TREC 2021 overview, section 4 and figure 6 (six panels)
-- grain: collection, category, subset_x, subset_y
-- columns:
--   category: 'all', or the runs of one category
--   subset_x: 'short' or 'long'
--   subset_y: 'all' or 'short'
--   num_runs
--   tau_b: Kendall's tau-b of the two orders
--   tau_a
-- needs: runs, topics
-- caveats: means are rounded to four decimals before ranking; systems.query_length_scores has the points of the panels
create or replace view systems.query_length_agreement as
with
subset_pairs as (
    select
        collection,
        category,
        run_id,
        unnest(['short', 'long', 'long']) as subset_x,
        unnest(['all', 'all', 'short']) as subset_y,
        unnest([ndcg_cut_10_short, ndcg_cut_10_long, ndcg_cut_10_long]) as value_x,
        unnest([ndcg_cut_10_all, ndcg_cut_10_all, ndcg_cut_10_short]) as value_y,
    from systems.query_length_scores
),

grouped as (
    select
        collection,
        case when grouping(category) = 1 then 'all' else category end as category,
        subset_x,
        subset_y,
        count(*) as num_runs,
        list(round(value_x, 4) order by run_id) as values_x,
        list(round(value_y, 4) order by run_id) as values_y,
    from subset_pairs
    where value_x is not null and value_y is not null
    group by grouping sets ((collection, subset_x, subset_y), (collection, category, subset_x, subset_y))
)

select
    collection,
    category,
    subset_x,
    subset_y,
    num_runs,
    statistics.kendall_tau_b(values_x, values_y) as tau_b,
    statistics.kendall_tau_a(values_x, values_y) as tau_a,
from grouped
where category is not null;
