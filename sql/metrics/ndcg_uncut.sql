-- nDCG of all that is retrieved, over the ideal order of all judged items.
--
-- source: trec_eval ndcg (m_ndcg.c); Järvelin and Kekäläinen, TOIS 20(4), 2002
-- grain: collection, run_id, query_id, measure
-- params:
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs: 'trec_eval9', 'trec_eval10' or 'submitted' as in metrics.orders; null for the rule
--     of each collection
--   judged_only: whether unjudged items are taken out of the runs first (condensed lists, trec_eval -J)
--   gains: gain of a grade where it is not the grade itself, e.g. map {1: 1, 2: 3, 3: 7}; null for the grades
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: 'ndcg'
--   value: from 0 to 1
-- example: select query_id, value from metrics.ndcg_uncut() where run_id = 'p_bm25'
create or replace macro metrics.ndcg_uncut(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
select
    gained.collection,
    gained.run_id,
    gained.query_id,
    'ndcg' as measure,
    coalesce(gained.dcg / nullif(gained.ideal_dcg, 0), 0) as value,
from metrics.gained(variant, min_relevance, tie_rule, judged_only, gains) as gained;
