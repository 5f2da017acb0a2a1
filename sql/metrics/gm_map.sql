-- Logarithm of average precision, for the geometric mean over topics.
--
-- source: trec_eval gm_map (m_gm_map.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'gm_map'
--   value: natural logarithm of average precision, or of 0.00001 if average precision is smaller
-- measures:
--   gm_map: position 7; summary geometric mean; groups official, all_trec; trec_eval 9; uses min_relevance
-- needs: runs
-- caveats: metrics.run_scores contains the geometric mean: the exponential of the mean of these values; unjudged items are
--   treated as not relevant
-- example: select query_id, value from metrics.gm_map() where run_id = 'p_bm25'
create or replace macro metrics.gm_map(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    average_precision.collection,
    average_precision.run_id,
    average_precision.query_id,
    'gm_map' as measure,
    ln(greatest(average_precision.value, 0.00001::double)) as value,
from metrics.average_precision(variant, min_relevance, tie_rule, judged_only) as average_precision;
