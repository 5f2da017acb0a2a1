-- Relevant and judged items within each cut-off: what precision, recall, success and unjudged@k are made of.
--
-- source: trec_eval m_P.c, m_recall.c, m_success.c, m_unjudged.c
-- grain: collection, run_id, query_id, cutoff
-- params:
--   k: cut-off or list of cut-offs
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs: 'trec_eval9', 'trec_eval10' or 'submitted' as in metrics.orders; null for the rule
--     of each collection
--   judged_only: whether unjudged items are taken out of the runs first (condensed lists, trec_eval -J)
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   cutoff: depth
--   num_rel_ret: relevant items at ranks up to the depth
--   num_judged_ret: items with a grade of 0 or more at ranks up to the depth
--   num_ret: retrieved items, at all ranks
--   num_rel: relevant items of the topic
-- example: select * from metrics.found_at([5, 10]) where run_id = 'p_bm25'
create or replace macro metrics.found_at(
    k, variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with depths as (
    select unnest(metrics.cutoffs(k)) as cutoff,
),

counted as (
    select
        hits.answer_id,
        depths.cutoff,
        count(*) filter (where hits.is_relevant) as num_rel_ret,
        count(*) filter (where hits.relevance >= 0) as num_judged_ret,
    from metrics.hits(variant, min_relevance, tie_rule, judged_only) as hits
    inner join depths on hits.rank <= depths.cutoff
    group by hits.answer_id, depths.cutoff
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    depths.cutoff,
    coalesce(counted.num_rel_ret, 0) as num_rel_ret,
    coalesce(counted.num_judged_ret, 0) as num_judged_ret,
    answers.num_ret,
    answers.num_rel,
from metrics.answers(variant, min_relevance, judged_only) as answers
cross join depths
left join counted on answers.answer_id = counted.answer_id
    and depths.cutoff = counted.cutoff;
