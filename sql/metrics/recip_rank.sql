-- Reciprocal rank of the first relevant item, at any depth.
--
-- source: trec_eval recip_rank (m_recip_rank.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'recip_rank'
--   value: 1 / rank; 0 if no relevant item is retrieved
-- measures:
--   recip_rank: position 10; groups official, all_trec; trec_eval 9; uses min_relevance; ir_measures RR|MRR(rel=1,
--     judged_only=false)
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select query_id, value from metrics.recip_rank() where run_id = 'p_bm25'
create or replace macro metrics.recip_rank(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    first_relevant.collection,
    first_relevant.run_id,
    first_relevant.query_id,
    'recip_rank' as measure,
    coalesce(1.0::double / first_relevant.rank, 0) as value,
from metrics.first_relevant(variant, min_relevance, tie_rule, judged_only) as first_relevant;
