-- ERR-IA@k: intent-aware expected reciprocal rank, for users who each look for one subtopic and stop when they have found it.
--
-- source: Chapelle et al., CIKM 2009; ndeval.c of the TREC Web track (ERR-IA)
-- grain: collection, run_id, query_id, measure
-- columns:
--   query_id: judged topic with labels by subtopic
--   measure: 'err_ia_cut_' and the cut-off
--   value: from 0 to 1; at cut-off 1, the number of subtopics that the first item is relevant to; 0 for a topic without
--     relevant items
-- measures:
--   err_ia_cut: position 62; parameter cutoffs; defaults [5, 10, 20]; uses min_relevance; labels subtopics; ir_measures
--     ERR_IA(rel=1, judged_only=false)@cutoff
-- needs: runs, subtopics
-- caveats: the value at cut-off 1 is not divided, as in ndeval, pyndeval and ir_measures; unjudged items are treated as not
--   relevant
-- example: select query_id, value from metrics.err_ia(20) where run_id = 'p_bm25'
create or replace macro metrics.err_ia(
    k, alpha := 0.5, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    novelty_at.collection,
    novelty_at.run_id,
    novelty_at.query_id,
    'err_ia_cut_' || novelty_at.cutoff as measure,
    case
        when novelty_at.cutoff = 1 then novelty_at.err
        else coalesce(novelty_at.err / nullif(novelty_at.num_subtopics * scale.err, 0), 0)
    end as value,
from metrics.novelty_at(k, alpha, variant, min_relevance, tie_rule, judged_only) as novelty_at
inner join metrics.novelty_scale(k, alpha) as scale on novelty_at.cutoff = scale.cutoff;
