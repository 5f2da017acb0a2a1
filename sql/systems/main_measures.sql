-- The default measure for ranking the runs of a collection: nDCG@10, or nDCG@20 if only that was published for the runs
-- whose rankings are not loaded.
--
-- source: main.stand_in_scores, metrics.stand_in_means; dltrack computes both measures for every loaded ranking
-- grain: collection
-- columns:
--   collection, measure
-- caveats: NIST printed nDCG@20 for rounds 4 and 5 of TREC-COVID; without their rankings nDCG@10 is unknown
-- example: from systems.main_measures where collection = 'sample-passages'
create or replace view systems.main_measures as
with stand_ins as (
    select
        collection,
        measure,
    from main.stand_in_scores
    union all
    select
        collection,
        measure,
    from metrics.stand_in_means
)

select
    collections.collection,
    coalesce(min(stand_ins.measure), 'ndcg_cut_10') as measure,
from main.collections as collections
left join stand_ins
    on collections.collection = stand_ins.collection and stand_ins.measure in ('ndcg_cut_10', 'ndcg_cut_20')
group by collections.collection;
