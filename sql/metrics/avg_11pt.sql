-- Interpolated precision averaged over recall levels, by default the eleven from 0 to 1.
--
-- source: trec_eval 11pt_avg (m_11pt_avg.c)
-- grain: collection, run_id, query_id, measure
-- params:
--   level: list of recall levels
--   is_rounded: whether the number of items needed for a level is rounded, see metrics.recall_target; null to follow trec_eval
--     10 under the tie rule 'double' and trec_eval 9 under all other rules
-- columns:
--   measure: '11pt_avg'
--   value: from 0 to 1
-- measures:
--   11pt_avg: position 19; parameter list; defaults metrics.recall_levels(); groups all_trec; trec_eval 9; level
--     matters; recall levels
-- needs: runs
-- caveats: obsolete, kept for comparisons with old runs; differs between trec_eval 9 and 10, see
--   metrics.recall_target
-- example: select * from metrics.avg_11pt() where run_id = 'p_bm25'
create or replace macro metrics.avg_11pt(
    level := metrics.recall_levels(),
    variant := null,
    min_relevance := null,
    tie_rule := null,
    judged_only := false,
    is_rounded := null
) as table
select
    precision_at_recall.collection,
    precision_at_recall.run_id,
    precision_at_recall.query_id,
    '11pt_avg' as measure,
    avg(precision_at_recall.value) as value,
from metrics.precision_at_recall(
    level, variant, min_relevance, tie_rule, judged_only, is_rounded
) as precision_at_recall
group by precision_at_recall.collection, precision_at_recall.run_id, precision_at_recall.query_id;
