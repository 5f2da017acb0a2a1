-- Inferred average precision, for labels that are a sample of the pool: grades below 0 mean pooled, but not judged.
--
-- source: trec_eval infAP (m_infap.c); Yilmaz and Aslam, CIKM 2006
-- grain: collection, run_id, query_id, measure
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
--   measure: 'infAP'
--   value: from 0 to 1; 0 for a topic without relevant items
-- example: select query_id, value from metrics.infap() where run_id = 'p_bm25'
create or replace macro metrics.infap(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with summed as (
    select
        relevant_hits.answer_id,
        sum(
            metrics.inferred_precision(
                relevant_hits.rank,
                relevant_hits.num_rel_so_far - 1,
                relevant_hits.num_nonrel_so_far,
                relevant_hits.num_unjudged_so_far
            )
        ) as total,
    from metrics.relevant_hits(variant, min_relevance, tie_rule, judged_only) as relevant_hits
    group by relevant_hits.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'infAP' as measure,
    coalesce(summed.total / nullif(answers.num_rel, 0), 0) as value,
from metrics.answers(variant, min_relevance, judged_only) as answers
left join summed on answers.answer_id = summed.answer_id;
