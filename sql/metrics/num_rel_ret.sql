-- Number of retrieved relevant items.
--
-- source: trec_eval num_rel_ret (m_num_rel_ret.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'num_rel_ret'
--   value: the count
-- needs: runs
-- caveats: summed over topics, not averaged
-- example: select query_id, value from metrics.num_rel_ret() where run_id = 'p_bm25'
create or replace macro metrics.num_rel_ret(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    retrieved.collection,
    retrieved.run_id,
    retrieved.query_id,
    'num_rel_ret' as measure,
    retrieved.num_rel_ret::double as value,
from metrics.retrieved(variant, min_relevance, tie_rule, judged_only) as retrieved;
