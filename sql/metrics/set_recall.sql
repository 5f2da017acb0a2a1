-- Set recall: the share of the relevant items that are retrieved.
--
-- source: trec_eval set_recall (m_set_recall.c)
-- grain: collection, run_id, query_id, measure
-- params:
--   k: number of items used from the top of each run; null for all items
-- columns:
--   measure: 'set_recall'
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   set_recall: position 33; groups set, all_trec; trec_eval 9; uses min_relevance; ir_measures SetR(rel=1,
--     judged_only=false) or SetR(rel=1, judged_only=false)@cutoff
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select query_id, value from metrics.set_recall() where run_id = 'p_bm25'
create or replace macro metrics.set_recall(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, k := null
) as table
select
    retrieved.collection,
    retrieved.run_id,
    retrieved.query_id,
    'set_recall' as measure,
    coalesce(retrieved.num_rel_ret / nullif(retrieved.num_rel, 0), 0) as value,
from metrics.retrieved(variant, min_relevance, tie_rule, judged_only, k) as retrieved;
