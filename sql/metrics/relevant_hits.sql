-- The relevant retrieved items in order, each with its number among them: what average precision and its kin are made of.
--
-- source: trec_eval m_map.c
-- grain: collection, run_id, query_id, rank
-- params:
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs, see metrics.hits; null for the stored one
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   rank: position of the relevant item
--   num_rel_so_far: relevant items at this rank and above
-- example: select * from metrics.relevant_hits() where run_id = 'p_bm25' and query_id = '2082' order by rank
create or replace macro metrics.relevant_hits(
    variant := null, min_relevance := null, tie_rule := null
) as table
select
    hits.collection,
    hits.run_id,
    hits.query_id,
    hits.rank,
    row_number() over (
        partition by hits.collection, hits.run_id, hits.query_id order by hits.rank
    ) as num_rel_so_far,
from metrics.hits(variant, min_relevance, tie_rule) as hits
where hits.is_relevant;
