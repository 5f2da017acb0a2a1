-- Rank-biased precision with binary relevance: the expected share of relevant items among the items read by a user who looks
-- at the next item with probability p.
--
-- source: ir_measures RBP(rel); Moffat and Zobel, TOIS 27(1), 2008
-- grain: collection, run_id, query_id, measure
-- params:
--   p: probability of looking at the next item, from 0 to 1
--   k: depth; null to use all items
-- columns:
--   measure: 'rbp_binary'
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   rbp_binary: position 49; parameter p; defaults [0.8]; uses min_relevance; ir_measures RBP(p=0.8, rel=1,
--     judged_only=false) or RBP(p=0.8, rel=1, judged_only=false)@cutoff
-- needs: runs
-- caveats: metrics.rbp, as in trec_eval 10, uses grades instead; unjudged items are treated as not relevant
-- example: select * from metrics.rbp_binary(p := 0.5) where run_id = 'p_bm25'
create or replace macro metrics.rbp_binary(
    p := 0.8::double, variant := null, min_relevance := null, tie_rule := null, judged_only := false, k := null
) as table
with summed as (
    select
        hits.answer_id,
        sum(p::double ** (hits.rank - 1)) as total,
    from metrics.hits(variant, min_relevance, tie_rule, judged_only) as hits
    where hits.is_relevant and hits.rank <= coalesce(k, hits.rank)
    group by hits.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'rbp_binary' as measure,
    coalesce((1 - p::double) * summed.total, 0) as value,
from metrics.answers(variant, min_relevance, judged_only) as answers
left join summed on answers.answer_id = summed.answer_id;
