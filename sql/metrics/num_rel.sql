-- Number of relevant items of the topic.
--
-- source: trec_eval num_rel (m_num_rel.c)
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
--   measure: 'num_rel'
--   value: the count
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
