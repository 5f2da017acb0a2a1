-- DCG of the ideal order of all judged items.
--
-- source: trec_eval 10 ideal_dcg (m_ndcg.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'ideal_dcg'
--   value: 0 or more
-- measures:
--   ideal_dcg: position 23; direction none; parameter gains; trec_eval 10
-- needs: runs
-- caveats: gain is the grade unless gains is set, so min_relevance has no effect
-- example: select query_id, value from metrics.ideal_dcg() where run_id = 'p_bm25'
create or replace macro metrics.ideal_dcg(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
select
    gained.collection,
    gained.run_id,
    gained.query_id,
    'ideal_dcg' as measure,
    gained.ideal_dcg as value,
from metrics.gained(variant, min_relevance, tie_rule, judged_only, gains) as gained;
