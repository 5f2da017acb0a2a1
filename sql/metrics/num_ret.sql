-- Number of retrieved items.
--
-- source: trec_eval num_ret (m_num_ret.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'num_ret'
--   value: the number
-- measures:
--   num_ret: position 3; direction none; summary sum; format count; groups official, set, all_trec; trec_eval 9; ir_measures
--     NumRet(judged_only=false)
-- needs: runs
-- caveats: summed over topics, not averaged
-- example: select query_id, value from metrics.num_ret() where run_id = 'p_bm25'
create or replace macro metrics.num_ret(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    retrieved.collection,
    retrieved.run_id,
    retrieved.query_id,
    'num_ret' as measure,
    retrieved.num_ret::double as value,
from metrics.retrieved(variant, min_relevance, tie_rule, judged_only) as retrieved;
