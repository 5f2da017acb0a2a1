-- Set F: the weighted harmonic mean of set precision and set recall.
--
-- source: trec_eval set_F (m_set_F.c); van Rijsbergen, Information Retrieval, 1979
-- grain: collection, run_id, query_id, measure
-- params:
--   beta: weight of recall relative to precision
-- columns:
--   measure: 'set_F'
--   value: (beta + 1) P R / (R + beta P), from 0 to 1; 0 for a topic without relevant items
-- measures:
--   set_F: position 35; parameter coefficients; defaults [1]; groups set, all_trec; trec_eval 9; uses min_relevance;
--     ir_measures SetF(rel=1, beta=1, judged_only=false)
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select * from metrics.set_f() where run_id = 'p_bm25'
create or replace macro metrics.set_f(
    beta := 1, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with rates as (
    select
        retrieved.collection,
        retrieved.run_id,
        retrieved.query_id,
        retrieved.num_rel_ret / nullif(retrieved.num_ret, 0) as precision,
        retrieved.num_rel_ret / nullif(retrieved.num_rel, 0) as recall,
    from metrics.retrieved(variant, min_relevance, tie_rule, judged_only) as retrieved
)

select
    rates.collection,
    rates.run_id,
    rates.query_id,
    'set_F' as measure,
    coalesce(
        (beta + 1) * rates.precision * rates.recall / nullif(beta * rates.precision + rates.recall, 0),
        0
    )::double as value,
from rates;
