-- Precision under a name that is not a DuckDB keyword: the same as metrics."precision".
--
-- source: trec_eval P (m_P.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'P_' and the cut-off
--   value: from 0 to 1
-- needs: runs
-- example: select query_id, value from metrics.precision_at(10) where run_id = 'p_bm25'
create or replace macro metrics.precision_at(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    collection,
    run_id,
    query_id,
    measure,
    value,
from metrics."precision"(k, variant, min_relevance, tie_rule, judged_only);
