-- Yet another average precision: the log odds of the sum of precisions, which are better suited to means over topics.
--
-- source: trec_eval yaap (m_yaap.c); Robertson, On Smoothing Average Precision, ECIR 2012
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'yaap'
--   value: log odds, positive or negative; 0 for a topic without relevant items
-- measures:
--   yaap: position 37; trec_eval 9; uses min_relevance
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select query_id, value from metrics.yaap() where run_id = 'p_bm25'
create or replace macro metrics.yaap(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    relevant_sums.collection,
    relevant_sums.run_id,
    relevant_sums.query_id,
    'yaap' as measure,
    ln((1 + relevant_sums.precisions) / (1 + relevant_sums.num_rel - relevant_sums.precisions)) as value,
from metrics.relevant_sums(variant, min_relevance, tie_rule, judged_only) as relevant_sums;
