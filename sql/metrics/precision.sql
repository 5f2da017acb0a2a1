-- Precision: the share of the first k items that are relevant.
--
-- source: trec_eval P (m_P.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'P_' and the cut-off
--   value: from 0 to 1
-- measures:
--   P: position 12; parameter cutoffs; defaults metrics.default_cutoffs(); groups official, all_trec; trec_eval 9; uses
--     min_relevance; ir_measures P|Precision(rel=1, judged_only=false)@cutoff
-- needs: runs
-- caveats: a run shorter than k is padded with items that are not relevant; unjudged items are treated as not relevant; from
--   DuckDB 2.0 on, precision is a keyword that must be quoted; metrics.precision_at is the same and needs no quotes
-- example: select query_id, value from metrics."precision"(10) where run_id = 'p_bm25'
create or replace macro metrics.precision(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    found_at.collection,
    found_at.run_id,
    found_at.query_id,
    'P_' || found_at.cutoff as measure,
    found_at.num_rel_ret / found_at.cutoff as value,
from metrics.found_at(k, variant, min_relevance, tie_rule, judged_only) as found_at;
