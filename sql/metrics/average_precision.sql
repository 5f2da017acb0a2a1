-- Average precision: the mean, over all relevant items of the topic, of the precision at the item's rank.
--
-- source: trec_eval map (m_map.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'map'
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   map: position 6; groups official, all_trec; trec_eval 9; level matters; ir_measures AP|MAP(rel=1,
--     judged_only=false)
-- needs: runs
-- caveats: trec_eval also uses the name 'map' for a single topic
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
