-- The best run of each category by mean nDCG@10 on short queries, on long queries and on all queries.
--
-- source: TREC 2021 overview, section 4 (best traditional run: documents .69 short and .61 long, passages .60 and .51)
-- grain: collection, category, subset
-- columns:
--   subset: 'short', 'long' or 'all'
--   run_id: run with the highest mean on this subset; the first by name if tied
--   value: mean ndcg_cut_10 of the run on this subset
--   missing_run_id: run of the category with a higher official mean over all topics than any run here, but no loaded ranking or
--     scores per topic; otherwise null
-- needs: runs, categories, topics
create or replace view systems.query_length_best as
with
subset_scores as (
    select
        collection,
        category,
        run_id,
        unnest(['short', 'long', 'all']) as subset,
        unnest([ndcg_cut_10_short, ndcg_cut_10_long, ndcg_cut_10_all]) as value,
    from systems.query_length_scores
)

select
    subset_scores.collection,
    subset_scores.category,
    subset_scores.subset,
    first(subset_scores.run_id order by round(subset_scores.value, 12) desc, subset_scores.run_id asc) as run_id,
    max(subset_scores.value) as value,
    any_value(best_runs.missing_run_id) as missing_run_id,
from subset_scores
inner join systems.best_runs('ndcg_cut_10') as best_runs
    on subset_scores.collection = best_runs.collection and subset_scores.category = best_runs.category
where subset_scores.value is not null
group by subset_scores.collection, subset_scores.category, subset_scores.subset;
