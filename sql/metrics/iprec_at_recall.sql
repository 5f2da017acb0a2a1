-- Interpolated precision at recall levels: the points of the recall-precision graph.
--
-- source: trec_eval iprec_at_recall (m_iprec_at_recall.c)
-- grain: collection, run_id, query_id, measure
-- params:
--   level: list of recall levels
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs: 'trec_eval9', 'trec_eval10' or 'submitted' as in metrics.orders; null for the rule
--     of each collection
--   judged_only: whether unjudged items are taken out of the runs first (condensed lists, trec_eval -J)
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: 'iprec_at_recall_' and the level with two decimals
--   value: from 0 to 1
-- caveats: differs between trec_eval 9 and 10, see metrics.recall_target
-- example: select * from metrics.iprec_at_recall([0, 0.5, 1]) where run_id = 'p_bm25'
create or replace macro metrics.iprec_at_recall(
    level, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    precision_at_recall.collection,
    precision_at_recall.run_id,
    precision_at_recall.query_id,
    format('iprec_at_recall_{:.2f}', precision_at_recall.level) as measure,
    precision_at_recall.value as value,
from metrics.precision_at_recall(level, variant, min_relevance, tie_rule, judged_only) as precision_at_recall;
