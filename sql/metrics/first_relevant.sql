-- Where each run has the first relevant item of each judged topic.
--
-- source: trec_eval m_recip_rank.c
-- grain: collection, run_id, query_id
-- params:
--   variant: which labels; null for the official variant of each collection
--   min_relevance: lowest grade that is relevant; null for the level of each collection
--   tie_rule: order of the runs, see metrics.hits; null for the stored one
-- columns:
--   collection: judged task
--   run_id: run
--   query_id: judged topic
--   rank: position of the first relevant item, null when none is retrieved
-- example: select * from metrics.first_relevant() where run_id = 'p_bm25'
create or replace macro metrics.first_relevant(
    variant := null, min_relevance := null, tie_rule := null
) as table
with firsts as (
    select
        hits.collection,
        hits.run_id,
        hits.query_id,
        min(hits.rank) as rank,
    from metrics.hits(variant, min_relevance, tie_rule) as hits
    where hits.is_relevant
    group by hits.collection, hits.run_id, hits.query_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    firsts.rank,
from metrics.answers(variant, min_relevance) as answers
left join firsts
    on answers.collection = firsts.collection
    and answers.run_id = firsts.run_id
    and answers.query_id = firsts.query_id;
