-- The best run of each category on short queries, on long ones and on all, by mean nDCG@10.
--
-- source: TREC 2021 overview, section 4 (best traditional run: documents .69 short and .61 long, passages .60 and .51)
-- grain: collection, category, subset
-- columns:
--   subset: 'short', 'long' or 'all'
--   run_id: run with the highest mean on this subset; of equal ones the first by name
--   value: its mean ndcg_cut_10 on this subset
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
    collection,
    category,
    subset,
    first(run_id order by round(value, 12) desc, run_id) as run_id,
    max(value) as value,
from subset_scores
where category is not null and value is not null
group by collection, category, subset;
