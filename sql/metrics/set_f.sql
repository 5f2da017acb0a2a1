-- Set F: the weighted harmonic mean of set precision and set recall.
--
-- source: trec_eval set_F (m_set_F.c); van Rijsbergen, Information Retrieval, 1979
-- grain: collection, run_id, query_id, measure
-- params:
--   x: how much more recall counts than precision
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs: 'trec_eval9', 'trec_eval10' or 'submitted' as in metrics.orders; null for the rule
--     of each collection
--   judged_only: whether unjudged items are taken out of the runs first (condensed lists, trec_eval -J)
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: 'set_F'
--   value: (x + 1) P R / (R + x P), from 0 to 1
-- example: select * from metrics.set_f() where run_id = 'p_bm25'
create or replace macro metrics.set_f(
    x := 1, variant := null, min_relevance := null, tie_rule := null, judged_only := false
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
        (x + 1) * rates.precision * rates.recall / nullif(x * rates.precision + rates.recall, 0),
        0
    )::double as value,
from rates;
