-- Recall: the share of the relevant items that are among the first k.
--
-- source: trec_eval recall (m_recall.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'recall_' and the cut-off
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   recall: position 14; parameter cutoffs; defaults metrics.default_cutoffs(); groups all_trec; trec_eval 9; uses
--     min_relevance; ir_measures R|Recall(rel=1, judged_only=false)@cutoff
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select query_id, value from metrics.recall(100) where run_id = 'p_bm25'
create or replace macro metrics.recall(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    found_at.collection,
    found_at.run_id,
    found_at.query_id,
    'recall_' || found_at.cutoff as measure,
    coalesce(found_at.num_rel_ret / nullif(found_at.num_rel, 0), 0) as value,
from metrics.found_at(k, variant, min_relevance, tie_rule, judged_only) as found_at;
