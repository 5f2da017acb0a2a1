-- Average precision: the mean, over all relevant items of the topic, of the precision at each one's rank.
--
-- source: trec_eval map (m_map.c)
-- grain: collection, run_id, query_id, measure
-- params:
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs: 'trec_eval9', 'trec_eval10' or 'submitted' as in metrics.orders; null for the rule
--     of each collection
--   judged_only: whether unjudged items are taken out of the runs first (condensed lists, trec_eval -J)
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: 'map'
--   value: from 0 to 1; 0 for a topic without relevant items
-- caveats: trec_eval calls it 'map' per topic too
-- example: select query_id, value from metrics.average_precision() where run_id = 'p_bm25'
create or replace macro metrics.average_precision(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    summed_precision.collection,
    summed_precision.run_id,
    summed_precision.query_id,
    'map' as measure,
    coalesce(summed_precision.total / nullif(summed_precision.num_rel, 0), 0) as value,
from metrics.summed_precision(variant, min_relevance, tie_rule, judged_only) as summed_precision;
