-- Interpolated precision at recall levels: the points of the recall-precision graph.
--
-- source: trec_eval iprec_at_recall (m_iprec_at_recall.c)
-- grain: collection, run_id, query_id, measure
-- params:
--   level: list of recall levels
--   is_rounded: whether to round the number of items that a recall level requires (metrics.recall_target); null to round under
--     the tie rule 'double', as trec_eval 10 does, and to truncate under other rules, as trec_eval 9 does
-- columns:
--   measure: 'iprec_at_recall_' and the level with two decimals
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   iprec_at_recall: position 11; parameter levels; defaults metrics.recall_levels(); groups official, all_trec;
--     trec_eval 9; uses min_relevance; recall levels; ir_measures IPrec(rel=1, rounded=false, judged_only=false)@recall
-- needs: runs
-- caveats: trec_eval 9 and 10 compute different values, see metrics.recall_target; unjudged items are treated as not relevant
-- example: select * from metrics.iprec_at_recall([0, 0.5, 1]) where run_id = 'p_bm25'
create or replace macro metrics.iprec_at_recall(
    level, variant := null, min_relevance := null, tie_rule := null, judged_only := false,
    is_rounded := null
) as table
select
    precision_at_recall.collection,
    precision_at_recall.run_id,
    precision_at_recall.query_id,
    format('iprec_at_recall_{:.2f}', precision_at_recall.level) as measure,
    precision_at_recall.value as value,
from metrics.precision_at_recall(
    level, variant, min_relevance, tie_rule, judged_only, is_rounded
) as precision_at_recall;
