-- DCG: discounted gain of all retrieved items.
--
-- source: trec_eval 10 dcg (m_ndcg.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'dcg'
--   value: 0 or more
-- measures:
--   dcg: position 22; parameter gains; trec_eval 10
-- needs: runs
-- caveats: gain is the grade unless gains is set, so min_relevance has no effect; unjudged items have gain 0
-- example: select query_id, value from metrics.dcg() where run_id = 'p_bm25'
create or replace macro metrics.dcg(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
select
    gained.collection,
    gained.run_id,
    gained.query_id,
    'dcg' as measure,
    gained.dcg as value,
from metrics.gained(variant, min_relevance, tie_rule, judged_only, gains) as gained;
