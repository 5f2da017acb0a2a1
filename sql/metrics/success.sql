-- Success: whether a relevant item is among the first k items.
--
-- source: trec_eval success (m_success.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'success_' and the cut-off
--   value: 0 or 1
-- measures:
--   success: position 30; parameter cutoffs; defaults [1, 5, 10]; groups all_trec; trec_eval 9; uses min_relevance;
--     ir_measures Success(rel=1, judged_only=false)@cutoff
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select query_id, value from metrics.success([1, 5, 10]) where run_id = 'p_bm25'
create or replace macro metrics.success(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    found_at.collection,
    found_at.run_id,
    found_at.query_id,
    'success_' || found_at.cutoff as measure,
    (found_at.num_rel_ret > 0)::integer::double as value,
from metrics.found_at(k, variant, min_relevance, tie_rule, judged_only) as found_at;
