-- Normalized cumulative gain: the grades within the first k items over the k largest grades of the topic.
--
-- source: TREC 2019 Deep Learning overview, section 5 (NCG@k, undiscounted)
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
--   measure: 'ncg_cut_' and the cut-off
--   value: from 0 to 1; 0 for a topic without any gain
-- caveats: gain is the grade, so min_relevance changes nothing
-- example: select * from metrics.ncg(10) where run_id = 'p_bm25'
create or replace macro metrics.ncg(
    k, variant := null, min_relevance := null, tie_rule := null
) as table
select
    gains_at.collection,
    gains_at.run_id,
    gains_at.query_id,
    'ncg_cut_' || gains_at.cutoff as measure,
    coalesce(gains_at.gain / nullif(gains_at.ideal_gain, 0), 0) as value,
from metrics.gains_at(k, variant, min_relevance, tie_rule) as gains_at;
