-- Subtopic recall: the share of the subtopics with a relevant item among the first k.
--
-- source: Zhai, Cohen and Lafferty, SIGIR 2003; ndeval.c of the TREC Web track (strec)
-- grain: collection, run_id, query_id, measure
-- columns:
--   query_id: judged topic with labels by subtopic
--   measure: 'strec_' and the cut-off
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   strec: position 68; parameter cutoffs; defaults [5, 10, 20]; uses min_relevance; labels subtopics; ir_measures
--     StRecall(rel=1)@cutoff
-- needs: runs, subtopics
-- caveats: unjudged items are treated as not relevant
-- example: select query_id, value from metrics.st_recall(10) where run_id = 'p_bm25'
create or replace macro metrics.st_recall(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
select
    novelty_at.collection,
    novelty_at.run_id,
    novelty_at.query_id,
    'strec_' || novelty_at.cutoff as measure,
    coalesce(novelty_at.num_found / nullif(novelty_at.num_subtopics, 0), 0) as value,
from metrics.novelty_at(k, 0, variant, min_relevance, tie_rule, judged_only) as novelty_at;
