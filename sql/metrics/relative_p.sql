-- Relative precision: precision at k, divided by the highest precision possible at k.
--
-- source: trec_eval relative_P (m_rel_P.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'relative_P_' and the cut-off
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   relative_P: position 29; parameter cutoffs; defaults metrics.default_cutoffs(); groups all_trec; trec_eval 9; uses
--     min_relevance
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select query_id, value from metrics.relative_p(10) where run_id = 'p_bm25'
create or replace macro metrics.relative_p(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    found_at.collection,
    found_at.run_id,
    found_at.query_id,
    'relative_P_' || found_at.cutoff as measure,
    coalesce(found_at.num_rel_ret / nullif(least(found_at.cutoff, found_at.num_rel), 0), 0) as value,
from metrics.found_at(k, variant, min_relevance, tie_rule, judged_only) as found_at;
