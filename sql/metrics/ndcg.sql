-- nDCG@k: discounted gain of the first k items, divided by the discounted gain of the ideal order of all judged items.
--
-- source: trec_eval ndcg_cut (m_ndcg_cut.c); Järvelin and Kekäläinen, TOIS 20(4), 2002
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'ndcg_cut_' and the cut-off
--   value: from 0 to 1; 0 for a topic without positive gains
-- measures:
--   ndcg_cut: position 27; parameter cutoffs; defaults metrics.default_cutoffs(); groups all_trec; trec_eval 9;
--     ir_measures nDCG|NDCG(dcg=log2, gains=none, judged_only=false)@cutoff
-- needs: runs
-- caveats: gain is the grade unless gains is set, so min_relevance has no effect; for exponential gains use gains :=
--   metrics.exp2_gains(); unjudged items have gain 0
-- example: select query_id, value from metrics.ndcg(10) where run_id = 'p_bm25'
create or replace macro metrics.ndcg(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
select
    gains_at.collection,
    gains_at.run_id,
    gains_at.query_id,
    'ndcg_cut_' || gains_at.cutoff as measure,
    coalesce(gains_at.dcg / nullif(gains_at.ideal_dcg, 0), 0) as value,
from metrics.gains_at(k, variant, min_relevance, tie_rule, judged_only, gains) as gains_at;
