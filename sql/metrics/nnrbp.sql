-- nNRBP: novelty- and rank-biased precision, divided by the value of the ideal order.
--
-- source: Clarke, Kolla and Vechtomova, ICTIR 2009; ndeval.c of the TREC Web track (nNRBP)
-- grain: collection, run_id, query_id, measure
-- params:
--   beta: probability of looking at the next item, from 0 to 1
-- columns:
--   query_id: judged topic with labels by subtopic
--   measure: 'nnrbp'
--   value: from 0 to about 1; 0 for a topic without relevant items (ndeval prints nan)
-- measures:
--   nnrbp: position 65; uses min_relevance; labels subtopics; ir_measures nNRBP(alpha=0.5, beta=0.5, rel=1)
-- needs: runs, subtopics
-- caveats: values can exceed 1, because the ideal order is an approximation (metrics.subtopic_ideal); unjudged items are
--   treated as not relevant
-- example: select query_id, value from metrics.nnrbp() where run_id = 'p_bm25'
create or replace macro metrics.nnrbp(
    alpha := 0.5, beta := 0.5, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with summed as (
    select
        subtopic_hits.answer_id,
        sum(subtopic_hits.gain * beta::double ** (subtopic_hits.rank - 1)) as total,
    from metrics.subtopic_hits(alpha, variant, min_relevance, tie_rule, judged_only) as subtopic_hits
    group by subtopic_hits.answer_id
),

best as (
    select
        ideal.collection,
        ideal.query_id,
        sum(ideal.gain * beta::double ** (ideal.rank - 1)) as total,
    from metrics.subtopic_ideal(alpha, null, variant, min_relevance) as ideal
    group by ideal.collection, ideal.query_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'nnrbp' as measure,
    coalesce(summed.total / best.total, 0) as value,
from metrics.subtopic_answers(variant, min_relevance) as answers
left join best
    on answers.collection = best.collection
    and answers.query_id = best.query_id
left join summed on answers.answer_id = summed.answer_id;
