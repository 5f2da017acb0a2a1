-- The rank of the first relevant item for each run and judged topic.
--
-- source: trec_eval m_recip_rank.c
-- grain: collection, run_id, query_id
-- columns:
--   rank: position of the first relevant item; null if no relevant item is retrieved
-- needs: runs
-- example: select * from metrics.first_relevant() where run_id = 'p_bm25'
create or replace macro metrics.first_relevant(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with firsts as (
    select
        hits.answer_id,
        min(hits.rank) as rank,
    from metrics.hits(variant, min_relevance, tie_rule, judged_only) as hits
    where hits.is_relevant
    group by hits.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    firsts.rank,
from metrics.answers(variant, min_relevance, judged_only) as answers
left join firsts on answers.answer_id = firsts.answer_id;
