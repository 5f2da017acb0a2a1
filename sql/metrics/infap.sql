-- Inferred average precision: average precision estimated from labels of a sample of the pool. A negative grade means that an
-- item is pooled but not judged.
--
-- source: trec_eval infAP (m_infap.c); Yilmaz and Aslam, CIKM 2006
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'infAP'
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   infAP: position 15; groups all_trec; trec_eval 9; uses min_relevance; ir_measures infAP(rel=1, judged_only=false)
-- needs: runs
-- caveats: items without any label are treated as not pooled, and therefore as not relevant
-- example: select query_id, value from metrics.infap() where run_id = 'p_bm25'
create or replace macro metrics.infap(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    relevant_sums.collection,
    relevant_sums.run_id,
    relevant_sums.query_id,
    'infAP' as measure,
    coalesce(relevant_sums.inferred_precisions / nullif(relevant_sums.num_rel, 0), 0) as value,
from metrics.relevant_sums(variant, min_relevance, tie_rule, judged_only) as relevant_sums;
