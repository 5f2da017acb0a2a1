-- Logarithm of bpref, for the geometric mean over topics.
--
-- source: trec_eval gm_bpref (m_gm_bpref.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'gm_bpref'
--   value: natural logarithm of metrics.bpref, or of 0.00001 if bpref is smaller
-- measures:
--   gm_bpref: position 16; summary geometric mean; groups all_trec; trec_eval 9; uses min_relevance
-- needs: runs
-- caveats: metrics.run_scores contains the geometric mean: the exponential of the mean of these values
-- example: select query_id, value from metrics.gm_bpref() where run_id = 'p_bm25'
create or replace macro metrics.gm_bpref(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    bpref.collection,
    bpref.run_id,
    bpref.query_id,
    'gm_bpref' as measure,
    ln(greatest(bpref.value, 0.00001::double)) as value,
from metrics.bpref(variant, min_relevance, tie_rule, judged_only) as bpref;
