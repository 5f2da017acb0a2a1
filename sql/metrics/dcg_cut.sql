-- DCG@k: discounted gain of the first k items.
--
-- source: ranx dcg@k; Järvelin and Kekäläinen, TOIS 20(4), 2002, with the discount of trec_eval
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'dcg_cut_' and the cut-off
--   value: 0 or more
-- measures:
--   dcg_cut: position 69; parameter cutoffs; defaults [10]; ir_measures DCG|dcg(dcg=log2, gains=none,
--     judged_only=false)@cutoff
-- needs: runs
-- caveats: an item's gain is its grade, or the value of the map `gains` for the grade (exponential gains: gains :=
--   metrics.exp2_gains()); min_relevance has no effect; unjudged items have gain 0
-- example: select query_id, value from metrics.dcg_cut(10) where run_id = 'p_bm25'
create or replace macro metrics.dcg_cut(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
select
    gains_at.collection,
    gains_at.run_id,
    gains_at.query_id,
    'dcg_cut_' || gains_at.cutoff as measure,
    gains_at.dcg as value,
from metrics.gains_at(k, variant, min_relevance, tie_rule, judged_only, gains) as gains_at;
