-- Rank-biased precision: gains discounted by a user who looks at the next item with probability p.
--
-- source: trec_eval 10 rbp (m_rbp.c); Moffat and Zobel, TOIS 27(1), 2008
-- grain: collection, run_id, query_id, measure
-- params:
--   p: persistence of the user, from 0 to 1
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs: 'trec_eval9', 'trec_eval10' or 'submitted' as in metrics.orders; null for the rule
--     of each collection
--   judged_only: whether unjudged items are taken out of the runs first (condensed lists, trec_eval -J)
--   gains: gain of a grade where it is not the grade itself, e.g. map {1: 1, 2: 3, 3: 7}; null for the grades
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: 'rbp'
--   value: from 0 to 1
-- caveats: gains are divided by the largest of the topic, or by 1 where that is smaller, as trec_eval does when no
--   gain is negative
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
