-- F1 at k: the harmonic mean of precision and recall of the first k items.
--
-- source: van Rijsbergen, Information Retrieval, 1979; ranx f1
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'f1_cut_' and the cut-off
--   value: 2 P R / (P + R), from 0 to 1; 0 for a topic without relevant items
-- measures:
--   f1_cut: position 48; parameter cutoffs; defaults [10]; uses min_relevance; ir_measures F1(rel=1,
--     judged_only=false)@cutoff
-- needs: runs
-- caveats: a run shorter than k is padded with items that are not relevant, as in metrics.precision; unjudged items are
--   treated as not relevant
-- example: select query_id, value from metrics.f1(10) where run_id = 'p_bm25'
create or replace macro metrics.f1(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    found_at.collection,
    found_at.run_id,
    found_at.query_id,
    'f1_cut_' || found_at.cutoff as measure,
    2 * found_at.num_rel_ret / (found_at.cutoff + found_at.num_rel) as value,
from metrics.found_at(k, variant, min_relevance, tie_rule, judged_only) as found_at;
