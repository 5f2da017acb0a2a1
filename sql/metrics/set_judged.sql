-- Judged: the share of all retrieved items that are in the labels.
--
-- source: ir_measures Judged without a cut-off
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'set_judged'
--   value: from 0 to 1; 0 for a topic without results in the run
-- measures:
--   set_judged: position 47; direction none; ir_measures Judged(judged_only=false)
-- needs: runs
-- caveats: items with negative grades are treated as judged, as in metrics.judged
-- example: select query_id, value from metrics.set_judged() where run_id = 'p_bm25'
create or replace macro metrics.set_judged(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    retrieved.collection,
    retrieved.run_id,
    retrieved.query_id,
    'set_judged' as measure,
    coalesce(retrieved.num_labelled_ret / nullif(retrieved.num_ret, 0), 0) as value,
from metrics.retrieved(variant, min_relevance, tie_rule, judged_only) as retrieved;
