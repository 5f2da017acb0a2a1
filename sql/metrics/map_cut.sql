-- Average precision within the first k items, still over all relevant items of the topic.
--
-- source: trec_eval map_cut (m_map_cut.c)
-- grain: collection, run_id, query_id, measure
-- params:
--   k: cut-off or list of cut-offs
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs, see metrics.hits; null for the stored one
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: 'map_cut_' and the cut-off
--   value: from 0 to 1; 0 for a topic without relevant items
-- example: select * from metrics.map_cut(100) where run_id = 'p_bm25'
create or replace macro metrics.map_cut(
    k, variant := null, min_relevance := null, tie_rule := null
) as table
with depths as (
    select unnest(metrics.cutoffs(k)) as cutoff,
),

precisions as (
    select
        relevant_hits.collection,
        relevant_hits.run_id,
        relevant_hits.query_id,
        depths.cutoff,
        sum(relevant_hits.num_rel_so_far / relevant_hits.rank) as sum_precision,
    from metrics.relevant_hits(variant, min_relevance, tie_rule) as relevant_hits
    inner join depths on relevant_hits.rank <= depths.cutoff
    group by relevant_hits.collection, relevant_hits.run_id, relevant_hits.query_id, depths.cutoff
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'map_cut_' || depths.cutoff as measure,
    coalesce(precisions.sum_precision / nullif(answers.num_rel, 0), 0) as value,
from metrics.answers(variant, min_relevance) as answers
cross join depths
left join precisions
    on answers.collection = precisions.collection
    and answers.run_id = precisions.run_id
    and answers.query_id = precisions.query_id
    and depths.cutoff = precisions.cutoff;
