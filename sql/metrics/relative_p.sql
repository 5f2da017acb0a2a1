-- Relative precision: precision at k over the best precision possible there.
--
-- source: trec_eval relative_P (m_rel_P.c)
-- grain: collection, run_id, query_id, measure
-- params:
--   k: cut-off or list of cut-offs
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs: 'trec_eval9', 'trec_eval10' or 'submitted' as in metrics.orders; null for the rule
--     of each collection
--   judged_only: whether unjudged items are taken out of the runs first (condensed lists, trec_eval -J)
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: 'relative_P_' and the cut-off
--   value: from 0 to 1
-- example: select query_id, value from metrics.relative_p(10) where run_id = 'p_bm25'
create or replace macro metrics.relative_p(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    found_at.collection,
    found_at.run_id,
    found_at.query_id,
    'relative_P_' || found_at.cutoff as measure,
    coalesce(found_at.num_rel_ret / nullif(least(found_at.cutoff, found_at.num_rel), 0), 0) as value,
from metrics.found_at(k, variant, min_relevance, tie_rule, judged_only) as found_at;
