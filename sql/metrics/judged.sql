-- Judged at k: the share of the first k retrieved items that are in the labels.
--
-- source: ir_measures Judged@k
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'judged_' and the cut-off
--   value: from 0 to 1
-- measures:
--   judged: position 43; direction none; parameter cutoffs; defaults [10, 100]; groups dltrack; ir_measures
--     Judged(judged_only=false)@cutoff
-- needs: runs
-- caveats: items with negative grades are judged here, as in ir_measures, but unjudged in metrics.unj, as in trec_eval; the
--   share is taken over at most k retrieved items, so a short run is not padded; 0 for a topic without results in the run
-- example: select query_id, value from metrics.judged(10) where run_id = 'p_bm25'
create or replace macro metrics.judged(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    found_at.collection,
    found_at.run_id,
    found_at.query_id,
    'judged_' || found_at.cutoff as measure,
    coalesce(found_at.num_labelled_ret / nullif(least(found_at.num_ret, found_at.cutoff), 0), 0) as value,
from metrics.found_at(k, variant, min_relevance, tie_rule, judged_only) as found_at;
