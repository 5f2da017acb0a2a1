-- Average precision: the precision at the rank of each relevant item, averaged over all relevant items of the topic. Relevant
-- items that are not retrieved have precision 0.
--
-- source: trec_eval map (m_map.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'map'
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   map: position 6; groups official, all_trec; trec_eval 9; uses min_relevance; ir_measures AP|MAP(rel=1,
--     judged_only=false)
-- needs: runs
-- caveats: trec_eval uses the name 'map' also for the value of a single topic; unjudged items are treated as not relevant
-- example: select query_id, value from metrics.average_precision() where run_id = 'p_bm25'
create or replace macro metrics.average_precision(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    relevant_sums.collection,
    relevant_sums.run_id,
    relevant_sums.query_id,
    'map' as measure,
    coalesce(relevant_sums.precisions / nullif(relevant_sums.num_rel, 0), 0) as value,
from metrics.relevant_sums(variant, min_relevance, tie_rule, judged_only) as relevant_sums;
