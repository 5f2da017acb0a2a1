-- Sums over the retrieved relevant items of each run and topic. Divided by num_rel, they are average precision and related
-- measures.
--
-- source: trec_eval map (m_map.c), yaap (m_yaap.c), binG (m_binG.c), infAP (m_infap.c)
-- grain: collection, run_id, query_id
-- columns:
--   num_rel
--   precisions: sum of the precisions at the ranks of the retrieved relevant items, from 0 to num_rel
--   gains: sum of the items' weights in metrics.bing, from 0 to num_rel
--   inferred_precisions: sum of metrics.inferred_precision at the ranks of the retrieved relevant items
-- needs: runs
-- example: select query_id, precisions / num_rel from metrics.relevant_sums() where run_id = 'p_bm25' and num_rel > 0
create or replace macro metrics.relevant_sums(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with summed as (
    select
        relevant_hits.answer_id,
        sum(relevant_hits.num_rel_so_far / relevant_hits.rank) as precisions,
        sum(1.0::double / log2(2 + relevant_hits.rank - relevant_hits.num_rel_so_far)) as gains,
        sum(
            metrics.inferred_precision(
                relevant_hits.rank,
                relevant_hits.num_rel_so_far - 1,
                relevant_hits.num_nonrel_so_far,
                relevant_hits.num_unjudged_so_far
            )
        ) as inferred_precisions,
    from metrics.relevant_hits(variant, min_relevance, tie_rule, judged_only) as relevant_hits
    group by relevant_hits.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    answers.num_rel,
    coalesce(summed.precisions, 0) as precisions,
    coalesce(summed.gains, 0) as gains,
    coalesce(summed.inferred_precisions, 0) as inferred_precisions,
from metrics.answers(variant, min_relevance, judged_only) as answers
left join summed on answers.answer_id = summed.answer_id;
