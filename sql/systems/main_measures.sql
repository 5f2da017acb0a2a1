-- The measure by which the runs of a collection are ranked where nobody asks for another: nDCG@10, or nDCG@20 where no
-- run has that.
--
-- source: metrics.run_scores
-- grain: collection
-- columns:
--   collection, measure
-- caveats: TREC-COVID's rounds 4 and 5 printed nDCG@20; without their rankings nDCG@10 is not known
-- example: from systems.main_measures where collection = 'sample-passages'
create or replace view systems.main_measures as
select
    collection,
    coalesce(min(measure) filter (where measure = 'ndcg_cut_10'), 'ndcg_cut_20') as measure,
from metrics.run_scores
where measure in ('ndcg_cut_10', 'ndcg_cut_20')
group by collection;
