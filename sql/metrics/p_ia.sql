-- P-IA@k: precision of the first k items, averaged over the subtopics.
--
-- source: ndeval.c of the TREC Web track (P-IA)
-- grain: collection, run_id, query_id, measure
-- columns:
--   query_id: judged topic with labels by subtopic
--   measure: 'P_ia_' and the cut-off
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   P_ia: position 67; parameter cutoffs; defaults [5, 10, 20]; uses min_relevance; labels subtopics; ir_measures
--     P_IA(rel=1, judged_only=false)@cutoff
-- needs: runs, subtopics
-- caveats: unjudged items are treated as not relevant
-- example: select query_id, value from metrics.p_ia(10) where run_id = 'p_bm25'
create or replace macro metrics.p_ia(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    novelty_at.collection,
    novelty_at.run_id,
    novelty_at.query_id,
    'P_ia_' || novelty_at.cutoff as measure,
    coalesce(novelty_at.num_hits / nullif(novelty_at.cutoff * novelty_at.num_subtopics, 0), 0) as value,
from metrics.novelty_at(k, 0, variant, min_relevance, tie_rule, judged_only) as novelty_at;
