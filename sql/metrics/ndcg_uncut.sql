-- nDCG without a cut-off: discounted gain of all retrieved items, divided by the discounted gain of the ideal order of all
-- judged items.
--
-- source: trec_eval ndcg (m_ndcg.c); Järvelin and Kekäläinen, TOIS 20(4), 2002
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'ndcg'
--   value: from 0 to 1; 0 for a topic without positive gains
-- measures:
--   ndcg: position 24; parameter gains; groups all_trec; trec_eval 9; ir_measures nDCG|NDCG(dcg=log2, gains=none,
--     judged_only=false)
-- needs: runs
-- caveats: gain is the grade unless gains is set, so min_relevance has no effect; unjudged items have gain 0
-- example: select query_id, value from metrics.ndcg_uncut() where run_id = 'p_bm25'
create or replace macro metrics.ndcg_uncut(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
select
    gained.collection,
    gained.run_id,
    gained.query_id,
    'ndcg' as measure,
    coalesce(gained.dcg / nullif(gained.ideal_dcg, 0), 0) as value,
from metrics.gained(variant, min_relevance, tie_rule, judged_only, gains) as gained;
