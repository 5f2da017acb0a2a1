-- NCG@k: the grades of the first k items over the k largest grades of the topic, undiscounted.
--
-- source: TREC 2019 Deep Learning overview, section 5
-- grain: collection, run_id, query_id, measure
-- params:
--   k: cut-off or list of cut-offs
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs: 'trec_eval9', 'trec_eval10' or 'submitted' as in metrics.orders; null for the rule
--     of each collection
--   judged_only: whether unjudged items are taken out of the runs first (condensed lists, trec_eval -J)
--   gains: gain of a grade where it is not the grade itself, e.g. map {1: 1, 2: 3, 3: 7}; null for the grades
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: 'ncg_cut_' and the cut-off
--   value: from 0 to 1
-- example: select query_id, value from metrics.ncg(100) where run_id = 'p_bm25'
create or replace macro metrics.ncg(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
select
    gains_at.collection,
    gains_at.run_id,
    gains_at.query_id,
    'ncg_cut_' || gains_at.cutoff as measure,
    coalesce(gains_at.gain / nullif(gains_at.ideal_gain, 0), 0) as value,
from metrics.gains_at(k, variant, min_relevance, tie_rule, judged_only, gains) as gains_at;
