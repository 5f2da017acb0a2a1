-- Set precision: the share of all retrieved items that are relevant.
--
-- source: trec_eval set_P (m_set_P.c)
-- grain: collection, run_id, query_id, measure
-- params:
--   k: number of items used from the top of each run; null for all items
--   relative: whether to divide by the highest precision possible with the same number of items, as set_relative_P does
-- columns:
--   measure: 'set_P'
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   set_P: position 31; groups set, all_trec; trec_eval 9; uses min_relevance; ir_measures SetP(rel=1, relative=false,
--     judged_only=false) or SetRelP(rel=1, relative=true, judged_only=false) or SetP(rel=1, relative=false,
--     judged_only=false)@cutoff or SetRelP(rel=1, relative=true, judged_only=false)@cutoff
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select query_id, value from metrics.set_p() where run_id = 'p_bm25'
create or replace macro metrics.set_p(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, relative := false,
    k := null
) as table
select
    retrieved.collection,
    retrieved.run_id,
    retrieved.query_id,
    'set_P' as measure,
    coalesce(
        retrieved.num_rel_ret
        / nullif(case when relative then least(retrieved.num_ret, retrieved.num_rel) else retrieved.num_ret end, 0),
        0
    ) as value,
from metrics.retrieved(variant, min_relevance, tie_rule, judged_only, k) as retrieved;
