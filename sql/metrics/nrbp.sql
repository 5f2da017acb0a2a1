-- NRBP: novelty- and rank-biased precision, for users who each want one of the subtopics and look at the next item with
-- probability beta.
--
-- source: Clarke, Kolla and Vechtomova, ICTIR 2009; ndeval.c of the TREC Web track (NRBP)
-- grain: collection, run_id, query_id, measure
-- params:
--   beta: probability of looking at the next item, from 0 to 1
-- columns:
--   query_id: judged topic with labels by subtopic
--   measure: 'nrbp'
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   nrbp: position 64; uses min_relevance; labels subtopics; ir_measures NRBP(alpha=0.5, beta=0.5, rel=1)
-- needs: runs, subtopics
-- caveats: unjudged items are treated as not relevant
-- example: select query_id, value from metrics.nrbp() where run_id = 'p_bm25'
create or replace macro metrics.nrbp(
    alpha := 0.5, beta := 0.5, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with summed as (
    select
        subtopic_hits.answer_id,
        sum(subtopic_hits.gain * beta::double ** (subtopic_hits.rank - 1)) as total,
    from metrics.subtopic_hits(alpha, variant, min_relevance, tie_rule, judged_only) as subtopic_hits
    group by subtopic_hits.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'nrbp' as measure,
    coalesce(
        summed.total * (1 - (1 - alpha::double) * beta::double) / nullif(answers.num_subtopics, 0), 0
    ) as value,
from metrics.subtopic_answers(variant, min_relevance) as answers
left join summed on answers.answer_id = summed.answer_id;
