-- Unjudged at k: the share of the first k items that nobody judged.
--
-- source: trec_eval 10 unj (m_unjudged.c)
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
--   measure: 'unj_' and the cut-off
--   value: from 0 to 1
-- caveats: a run shorter than k is filled up with items that count as judged
-- example: select query_id, value from metrics.unj(10) where run_id = 'p_bm25'
create or replace macro metrics.unj(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    found_at.collection,
    found_at.run_id,
    found_at.query_id,
    'unj_' || found_at.cutoff as measure,
    (least(found_at.num_ret, found_at.cutoff) - found_at.num_judged_ret) / found_at.cutoff as value,
from metrics.found_at(k, variant, min_relevance, tie_rule, judged_only) as found_at;
