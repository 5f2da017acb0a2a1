-- alpha-DCG@k: discounted gain of the first k items, divided by the gain of k items that are each relevant to all subtopics.
-- An item's gain for a subtopic falls with each higher-ranked item that is relevant to the same subtopic.
--
-- source: Clarke et al., SIGIR 2008; ndeval.c of the TREC Web track (alpha-DCG)
-- grain: collection, run_id, query_id, measure
-- columns:
--   query_id: judged topic with labels by subtopic
--   measure: 'alpha_dcg_cut_' and the cut-off
--   value: from 0 to 1; at cut-off 1, the number of subtopics that the first item is relevant to; 0 for a topic without
--     relevant items
-- measures:
--   alpha_dcg_cut: position 60; parameter cutoffs; defaults [5, 10, 20]; uses min_relevance; labels subtopics;
--     ir_measures alpha_DCG|α_DCG(alpha=0.5, rel=1, judged_only=false)@cutoff
-- needs: runs, subtopics
-- caveats: the value at cut-off 1 is not divided, as in ndeval, pyndeval and ir_measures; unjudged items are treated as not
--   relevant
-- example: select query_id, value from metrics.alpha_dcg(10) where run_id = 'p_bm25'
create or replace macro metrics.alpha_dcg(
    k, alpha := 0.5, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    novelty_at.collection,
    novelty_at.run_id,
    novelty_at.query_id,
    'alpha_dcg_cut_' || novelty_at.cutoff as measure,
    case
        when novelty_at.cutoff = 1 then novelty_at.dcg
        else coalesce(novelty_at.dcg / nullif(novelty_at.num_subtopics * scale.dcg, 0), 0)
    end as value,
from metrics.novelty_at(k, alpha, variant, min_relevance, tie_rule, judged_only) as novelty_at
inner join metrics.novelty_scale(k, alpha) as scale on novelty_at.cutoff = scale.cutoff;
