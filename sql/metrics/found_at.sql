-- Numbers of relevant and judged items within each cut-off: the input of precision, recall, success and unjudged@k.
--
-- source: trec_eval m_P.c, m_recall.c, m_success.c, m_unjudged.c
-- grain: collection, run_id, query_id, cutoff
-- columns:
--   num_rel_ret: relevant items at ranks up to the cut-off
--   num_judged_ret: items with a grade of 0 or more at ranks up to the cut-off
--   num_labelled_ret: items with any grade, including negative ones, at ranks up to the cut-off
--   num_ret: retrieved items, at all ranks
--   num_rel
-- needs: runs
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
        count(*) as num_labelled_ret,
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
    coalesce(counted.num_labelled_ret, 0) as num_labelled_ret,
    answers.num_ret,
    answers.num_rel,
from metrics.answers(variant, min_relevance, judged_only) as answers
cross join depths
left join counted on answers.answer_id = counted.answer_id
    and depths.cutoff = counted.cutoff;
