-- RR@k: reciprocal rank of the first relevant item among the first k items.
--
-- source: ir_measures RR@k; trec_eval recip_rank of the run cut to k (-M k)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'recip_rank_cut_' and the cut-off
--   value: 1 / rank; 0 if no relevant item is among the first k
-- measures:
--   recip_rank_cut: position 42; parameter cutoffs; defaults [10, 100, 1000]; groups dltrack; uses min_relevance;
--     ir_measures RR|MRR(rel=1, judged_only=false)@cutoff
-- needs: runs
-- caveats: unjudged items are treated as not relevant; MS MARCO's MRR@10 is a different measure, see metrics.rr_msmarco
-- example: select query_id, value from metrics.recip_rank_cut(10) where run_id = 'p_bm25'
create or replace macro metrics.recip_rank_cut(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with depths as (
    select unnest(metrics.cutoffs(k)) as cutoff,
)

select
    first_relevant.collection,
    first_relevant.run_id,
    first_relevant.query_id,
    'recip_rank_cut_' || depths.cutoff as measure,
    case when first_relevant.rank <= depths.cutoff then 1.0::double / first_relevant.rank else 0 end as value,
from metrics.first_relevant(variant, min_relevance, tie_rule, judged_only) as first_relevant
cross join depths;
