-- The measure by which the runs of a collection are ranked where nobody asks for another: nDCG@10, or nDCG@20 where that is
-- what others computed of the runs whose rankings are not loaded, and nDCG@10 is not.
--
-- source: main.stand_in_scores, metrics.stand_in_means; dltrack computes both of every ranking that is loaded
-- grain: collection
-- columns:
--   collection, measure
-- caveats: TREC-COVID's rounds 4 and 5 printed nDCG@20; without their rankings nDCG@10 is not known
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
