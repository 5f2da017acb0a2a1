-- Number of retrieved items that are judged not relevant.
--
-- source: trec_eval num_nonrel_judged_ret (m_num_nonrel_judged_ret.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'num_nonrel_judged_ret'
--   value: the number
-- measures:
--   num_nonrel_judged_ret: position 36; direction none; summary sum; format count; groups all_trec; trec_eval 9; uses
--     min_relevance
-- needs: runs
-- caveats: summed over topics, not averaged; items with a negative grade are treated as unjudged
-- example: select query_id, value from metrics.num_nonrel_judged_ret() where run_id = 'p_bm25'
create or replace macro metrics.num_nonrel_judged_ret(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    retrieved.collection,
    retrieved.run_id,
    retrieved.query_id,
    'num_nonrel_judged_ret' as measure,
    (retrieved.num_judged_ret - retrieved.num_rel_ret)::double as value,
from metrics.retrieved(variant, min_relevance, tie_rule, judged_only) as retrieved;
