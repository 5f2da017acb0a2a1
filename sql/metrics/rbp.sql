-- Rank-biased precision with grades as gains: the expected gain per item for a user who looks at the next item with
-- probability p.
--
-- source: trec_eval 10 rbp (m_rbp.c); Moffat and Zobel, TOIS 27(1), 2008
-- grain: collection, run_id, query_id, measure
-- params:
--   p: probability of looking at the next item, from 0 to 1
-- columns:
--   measure: 'rbp'
--   value: from 0 to 1; 0 for a topic without positive gains
-- measures:
--   rbp: position 38; parameter p; defaults [0.9]; groups all_trec; trec_eval 10
-- needs: runs
-- caveats: gains are divided by the largest gain of the topic (at least 1), as trec_eval does if no gain is negative; unjudged
--   items have gain 0; min_relevance has no effect
-- example: select * from metrics.rbp() where run_id = 'p_bm25'
create or replace macro metrics.rbp(
    p := 0.9::double, variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
with largest as (
    select
        judgments.collection,
        judgments.query_id,
        greatest(max(judgments.gain), 1) as gain,
    from metrics.judgments(variant, min_relevance, gains) as judgments
    group by judgments.collection, judgments.query_id
),

summed as (
    select
        hits.answer_id,
        sum(hits.gain / largest.gain * p ** (hits.rank - 1)) as total,
    from metrics.hits(variant, min_relevance, tie_rule, judged_only, gains) as hits
    inner join largest
        on hits.collection = largest.collection
        and hits.query_id = largest.query_id
    group by hits.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'rbp' as measure,
    coalesce((1 - p) * summed.total, 0)::double as value,
from metrics.answers(variant, min_relevance, judged_only) as answers
left join summed on answers.answer_id = summed.answer_id;
