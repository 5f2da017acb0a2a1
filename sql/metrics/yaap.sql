-- Yet another average precision: the log odds of the sum of precisions, which averages better over topics.
--
-- source: trec_eval yaap (m_yaap.c); Robertson, On Smoothing Average Precision, ECIR 2012
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
--   measure: 'yaap'
--   value: log odds, any sign
-- example: select query_id, value from metrics.yaap() where run_id = 'p_bm25'
create or replace macro metrics.yaap(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    summed_precision.collection,
    summed_precision.run_id,
    summed_precision.query_id,
    'yaap' as measure,
    ln((1 + summed_precision.total) / (1 + summed_precision.num_rel - summed_precision.total)) as value,
from metrics.summed_precision(variant, min_relevance, tie_rule, judged_only) as summed_precision;
