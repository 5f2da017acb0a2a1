-- Unranked average precision: set precision times set recall.
--
-- source: trec_eval set_map (m_set_map.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'set_map'
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   set_map: position 34; groups set, all_trec; trec_eval 9; uses min_relevance; ir_measures SetAP(rel=1,
--     judged_only=false)
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select query_id, value from metrics.set_map() where run_id = 'p_bm25'
create or replace macro metrics.set_map(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    retrieved.collection,
    retrieved.run_id,
    retrieved.query_id,
    'set_map' as measure,
    coalesce(
        retrieved.num_rel_ret::double * retrieved.num_rel_ret
        / nullif(retrieved.num_ret::double * retrieved.num_rel, 0),
        0
    ) as value,
from metrics.retrieved(variant, min_relevance, tie_rule, judged_only) as retrieved;
