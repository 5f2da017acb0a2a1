-- Average precision: the mean, over all relevant items of the topic, of the precision at each one's rank.
--
-- source: trec_eval map (m_map.c)
-- grain: collection, run_id, query_id, measure
-- params:
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs, see metrics.hits; null for the stored one
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   measure: 'map', as trec_eval names it per topic too
--   value: from 0 to 1; 0 for a topic without relevant items
-- example: select * from metrics.average_precision() where run_id = 'p_bm25'
create or replace macro metrics.average_precision(
    variant := null, min_relevance := null, tie_rule := null
) as table
with precisions as (
    select
        relevant_hits.collection,
        relevant_hits.run_id,
        relevant_hits.query_id,
        sum(relevant_hits.num_rel_so_far / relevant_hits.rank) as sum_precision,
    from metrics.relevant_hits(variant, min_relevance, tie_rule) as relevant_hits
    group by relevant_hits.collection, relevant_hits.run_id, relevant_hits.query_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'map' as measure,
    coalesce(precisions.sum_precision / nullif(answers.num_rel, 0), 0) as value,
from metrics.answers(variant, min_relevance) as answers
left join precisions
    on answers.collection = precisions.collection
    and answers.run_id = precisions.run_id
    and answers.query_id = precisions.query_id;
