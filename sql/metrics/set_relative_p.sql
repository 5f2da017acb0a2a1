-- Set precision, divided by the highest set precision possible with the same number of retrieved items.
--
-- source: trec_eval set_relative_P (m_set_rel_P.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'set_relative_P'
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   set_relative_P: position 32; groups set, all_trec; trec_eval 9; uses min_relevance
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select query_id, value from metrics.set_relative_p() where run_id = 'p_bm25'
create or replace macro metrics.set_relative_p(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    set_p.collection,
    set_p.run_id,
    set_p.query_id,
    'set_relative_P' as measure,
    set_p.value,
from metrics.set_p(variant, min_relevance, tie_rule, judged_only, relative := true) as set_p;
