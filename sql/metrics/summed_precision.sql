-- The precisions at the ranks of the retrieved relevant items, added up: what average precision is made of.
--
-- source: trec_eval map (m_map.c), yaap (m_yaap.c)
-- grain: collection, run_id, query_id
-- params:
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs: 'trec_eval9', 'trec_eval10' or 'submitted' as in metrics.orders; null for the rule
--     of each collection
--   judged_only: whether unjudged items are taken out of the runs first (condensed lists, trec_eval -J)
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   num_rel: relevant items of the topic
--   total: sum of the precisions, from 0 to num_rel
-- example: select query_id, total / num_rel from metrics.summed_precision() where run_id = 'p_bm25' and num_rel > 0
create or replace macro metrics.summed_precision(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with summed as (
    select
        relevant_hits.answer_id,
        sum(relevant_hits.num_rel_so_far / relevant_hits.rank) as total,
    from metrics.relevant_hits(variant, min_relevance, tie_rule, judged_only) as relevant_hits
    group by relevant_hits.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    answers.num_rel,
    coalesce(summed.total, 0) as total,
from metrics.answers(variant, min_relevance, judged_only) as answers
left join summed on answers.answer_id = summed.answer_id;
