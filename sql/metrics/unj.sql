-- Unjudged at k: the share of the first k items that are unjudged.
--
-- source: trec_eval 10 unj (m_unjudged.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'unj_' and the cut-off
--   value: from 0 to 1; 0 for a topic without results in the run
-- measures:
--   unj: position 40; direction none; parameter cutoffs; defaults [5, 10, 20]; groups all_trec; trec_eval 10
-- needs: runs
-- caveats: a run shorter than k is padded with items that are treated as judged; items with negative grades are treated as
--   unjudged; min_relevance has no effect
-- example: select query_id, value from metrics.unj(10) where run_id = 'p_bm25'
create or replace macro metrics.unj(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    found_at.collection,
    found_at.run_id,
    found_at.query_id,
    'unj_' || found_at.cutoff as measure,
    (least(found_at.num_ret, found_at.cutoff) - found_at.num_judged_ret) / found_at.cutoff as value,
from metrics.found_at(k, variant, min_relevance, tie_rule, judged_only) as found_at;
