-- One row for each run and pair of query subsets (short, long, all), with the run's nDCG@10 on both subsets: points of scatter
-- plots.
--
-- source: TREC 2021 overview, section 4 and figure 6; systems.query_length_scores, systems.query_length_agreement
-- grain: collection, subset_x, subset_y, run_id
-- columns:
--   subset_x: 'short' or 'long'
--   subset_y: 'all' or 'short'
--   run_id: submitted run listed in the overview
--   team, category
--   value_x: mean nDCG@10 over the queries of subset_x
--   value_y: mean nDCG@10 over the queries of subset_y
--   tau_b: Kendall's tau-b between the two values, over all runs of the plot
-- needs: runs, topics
create or replace view report.query_length_pairs as
with
points as (
    select
        collection,
        run_id,
        team,
        category,
        unnest(['short', 'long', 'long']) as subset_x,
        unnest(['all', 'all', 'short']) as subset_y,
        unnest([ndcg_cut_10_short, ndcg_cut_10_long, ndcg_cut_10_long]) as value_x,
        unnest([ndcg_cut_10_all, ndcg_cut_10_all, ndcg_cut_10_short]) as value_y,
    from systems.query_length_scores
)

select
    points.collection,
    points.subset_x,
    points.subset_y,
    points.run_id,
    points.team,
    points.category,
    points.value_x,
    points.value_y,
    query_length_agreement.tau_b,
from points
left join systems.query_length_agreement
    on
        points.collection = query_length_agreement.collection
        and points.subset_x = query_length_agreement.subset_x
        and points.subset_y = query_length_agreement.subset_y
        and query_length_agreement.category = 'all'
where points.value_x is not null and points.value_y is not null;
