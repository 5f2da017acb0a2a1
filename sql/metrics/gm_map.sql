-- Logarithm of average precision, whose mean over topics makes the geometric mean.
--
-- source: trec_eval gm_map (m_gm_map.c)
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
--   measure: 'gm_map'
--   value: natural logarithm of the value of metrics.average_precision, raised to at least 0.00001
-- caveats: metrics.run_scores gives the geometric mean itself: the exponential of the mean of these values
-- example: select query_id, value from metrics.gm_map() where run_id = 'p_bm25'
create or replace macro metrics.gm_map(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    average_precision.collection,
    average_precision.run_id,
    average_precision.query_id,
    'gm_map' as measure,
    ln(greatest(average_precision.value, 0.00001::double)) as value,
from metrics.average_precision(variant, min_relevance, tie_rule, judged_only) as average_precision;
