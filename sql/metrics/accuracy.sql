-- Accuracy: the probability that a retrieved relevant item is ranked above a retrieved item that is not relevant.
--
-- source: ir_measures Accuracy
-- grain: collection, run_id, query_id, measure
-- params:
--   k: depth; null to use all items
-- columns:
--   measure: 'accuracy'
--   value: from 0 to 1; no row for a topic unless the run retrieves both relevant and non-relevant items for the topic
-- measures:
--   accuracy: position 50; uses min_relevance; ir_measures Accuracy(rel=1, judged_only=false) or Accuracy(rel=1,
--     judged_only=false)@cutoff
-- needs: runs
-- caveats: means and num_q ignore topics without a value; unjudged items are treated as not relevant
-- example: select * from metrics.accuracy() where run_id = 'p_bm25'
create or replace macro metrics.accuracy(
    k := null, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with summed as (
    select
        relevant_hits.answer_id,
        count(*) as num_rel_ret,
        sum(relevant_hits.rank - relevant_hits.num_rel_so_far) as num_wrong_pairs,
    from metrics.relevant_hits(variant, min_relevance, tie_rule, judged_only) as relevant_hits
    where relevant_hits.rank <= coalesce(k, relevant_hits.rank)
    group by relevant_hits.answer_id
),

paired as (
    select
        answers.collection,
        answers.run_id,
        answers.query_id,
        summed.num_wrong_pairs,
        (least(answers.num_ret, coalesce(k, answers.num_ret)) - summed.num_rel_ret) * summed.num_rel_ret as num_pairs,
    from metrics.answers(variant, min_relevance, judged_only) as answers
    inner join summed on answers.answer_id = summed.answer_id
)

select
    paired.collection,
    paired.run_id,
    paired.query_id,
    'accuracy' as measure,
    1 - paired.num_wrong_pairs / paired.num_pairs as value,
from paired
where paired.num_pairs > 0;
