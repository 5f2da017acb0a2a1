-- Precision: the share of the first k items that is relevant.
--
-- source: trec_eval P (m_P.c); a run shorter than k is filled up with items that are not relevant
-- grain: collection, run_id, query_id, measure
-- params:
--   k: cut-off or list of cut-offs
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs, see metrics.hits; null for the stored one
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: 'P_' and the cut-off
--   value: from 0 to 1
-- example: select * from metrics.precision(10) where run_id = 'p_bm25'
create or replace macro metrics.precision(
    k, variant := null, min_relevance := null, tie_rule := null
) as table
select
    found_at.collection,
    found_at.run_id,
    found_at.query_id,
    'P_' || found_at.cutoff as measure,
    found_at.num_rel_ret / found_at.cutoff as value,
from metrics.found_at(k, variant, min_relevance, tie_rule) as found_at;
