-- nERR-IA@k: intent-aware expected reciprocal rank, divided by the value of the ideal order.
--
-- source: Chapelle et al., CIKM 2009; ndeval.c of the TREC Web track (nERR-IA)
-- grain: collection, run_id, query_id, measure
-- columns:
--   query_id: judged topic with labels by subtopic
--   measure: 'nerr_ia_cut_' and the cut-off
--   value: from 0 to about 1; 0 for a topic without relevant items
-- measures:
--   nerr_ia_cut: position 63; parameter cutoffs; defaults [5, 10, 20]; uses min_relevance; labels subtopics;
--     ir_measures nERR_IA(rel=1, judged_only=false)@cutoff
-- needs: runs, subtopics
-- caveats: values can exceed 1, because the ideal order is an approximation (metrics.subtopic_ideal); unjudged items are
--   treated as not relevant
-- example: select query_id, value from metrics.nerr_ia(20) where run_id = 'p_bm25'
create or replace macro metrics.nerr_ia(
    k, alpha := 0.5, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    novelty_at.collection,
    novelty_at.run_id,
    novelty_at.query_id,
    'nerr_ia_cut_' || novelty_at.cutoff as measure,
    coalesce(novelty_at.err / ideal.err, 0) as value,
from metrics.novelty_at(k, alpha, variant, min_relevance, tie_rule, judged_only) as novelty_at
left join metrics.novelty_ideal_at(k, alpha, variant, min_relevance) as ideal
    on novelty_at.collection = ideal.collection
    and novelty_at.query_id = ideal.query_id
    and novelty_at.cutoff = ideal.cutoff;
