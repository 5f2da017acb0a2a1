-- Number of relevant items of the topic.
--
-- source: trec_eval num_rel (m_num_rel.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'num_rel'
--   value: the number
-- measures:
--   num_rel: position 4; direction none; summary sum; format count; groups official, set, all_trec; trec_eval 9; uses
--     min_relevance; ir_measures NumRel(rel=1)
-- needs: runs
-- caveats: summed over topics, not averaged
-- example: select query_id, value from metrics.num_rel() where run_id = 'p_bm25'
create or replace macro metrics.num_rel(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    retrieved.collection,
    retrieved.run_id,
    retrieved.query_id,
    'num_rel' as measure,
    retrieved.num_rel::double as value,
from metrics.retrieved(variant, min_relevance, tie_rule, judged_only) as retrieved;
