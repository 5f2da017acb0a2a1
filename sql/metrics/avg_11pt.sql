-- Interpolated precision, averaged over recall levels: by default over the eleven levels 0, 0.1, … 1.
--
-- source: trec_eval 11pt_avg (m_11pt_avg.c)
-- grain: collection, run_id, query_id, measure
-- params:
--   level: list of recall levels
--   is_rounded: whether to round the number of items that a recall level requires (metrics.recall_target). If null, the
--     tie rule decides: 'double' rounds, as trec_eval 10 does; every other rule truncates, as trec_eval 9 does
-- columns:
--   measure: '11pt_avg'
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   11pt_avg: position 19; parameter list; defaults metrics.recall_levels(); groups all_trec; trec_eval 9; uses
--     min_relevance; recall levels
-- needs: runs
-- caveats: obsolete, for comparisons with old results only; trec_eval 9 and 10 compute different values, see
--   metrics.recall_target; unjudged items are treated as not relevant
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
