-- Relevant items within each cut-off: what precision, recall and success are made of.
--
-- source: trec_eval m_P.c, m_recall.c, m_success.c
-- grain: collection, run_id, query_id, cutoff
-- params:
--   k: cut-off or list of cut-offs
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs, see metrics.hits; null for the stored one
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   cutoff: depth
--   num_rel_ret: relevant items at ranks up to the depth
--   num_rel: relevant items of the topic
-- example: select * from metrics.found_at([5, 10]) where run_id = 'p_bm25'
create or replace macro metrics.found_at(
    k, variant := null, min_relevance := null, tie_rule := null
) as table
with depths as (
    select unnest(metrics.cutoffs(k)) as cutoff,
),

found as (
    select
        hits.collection,
        hits.run_id,
        hits.query_id,
        depths.cutoff,
        count(*) as num_rel_ret,
    from metrics.hits(variant, min_relevance, tie_rule) as hits
    inner join depths on hits.rank <= depths.cutoff
    where hits.is_relevant
    group by hits.collection, hits.run_id, hits.query_id, depths.cutoff
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    depths.cutoff,
    coalesce(found.num_rel_ret, 0) as num_rel_ret,
    answers.num_rel,
from metrics.answers(variant, min_relevance) as answers
cross join depths
left join found
    on answers.collection = found.collection
    and answers.run_id = found.run_id
    and answers.query_id = found.query_id
    and depths.cutoff = found.cutoff;
