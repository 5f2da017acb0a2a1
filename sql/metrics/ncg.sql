-- NCG@k: the sum of the grades of the first k items, divided by the sum of the topic's k largest grades. Ranks are not
-- discounted.
--
-- source: TREC 2019 Deep Learning overview, section 5
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'ncg_cut_' and the cut-off
--   value: from 0 to 1; 0 for a topic without positive gains
-- measures:
--   ncg_cut: position 41; parameter cutoffs; defaults [10, 100, 1000]; groups dltrack; ir_measures NCG(gains=none,
--     judged_only=false)@cutoff
-- needs: runs
-- caveats: gain is the grade unless gains is set, so min_relevance has no effect; unjudged items have gain 0
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
