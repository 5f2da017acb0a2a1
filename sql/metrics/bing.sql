-- Binary G: the weights of the retrieved relevant items, averaged over all relevant items of the topic. An item weighs less,
-- the more non-relevant items are ranked above it.
--
-- source: trec_eval binG (m_binG.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'binG'
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   binG: position 20; groups all_trec; trec_eval 9; uses min_relevance
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select query_id, value from metrics.bing() where run_id = 'p_bm25'
create or replace macro metrics.bing(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    relevant_sums.collection,
    relevant_sums.run_id,
    relevant_sums.query_id,
    'binG' as measure,
    coalesce(relevant_sums.gains / nullif(relevant_sums.num_rel, 0), 0) as value,
from metrics.relevant_sums(variant, min_relevance, tie_rule, judged_only) as relevant_sums;
