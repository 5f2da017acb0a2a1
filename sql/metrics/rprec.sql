-- R-precision: precision at R, the number of relevant items of the topic.
--
-- source: trec_eval Rprec (m_Rprec.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'Rprec'
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   Rprec: position 8; groups official, all_trec; trec_eval 9; uses min_relevance; ir_measures Rprec|RPrec(rel=1,
--     judged_only=false)
-- needs: runs
-- caveats: unjudged items are treated as not relevant
-- example: select * from metrics.rprec() where run_id = 'p_bm25'
create or replace macro metrics.rprec(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false
) as table
with counted as (
    select
        hits.answer_id,
        count(*) as num_rel_ret,
    from metrics.hits(variant, min_relevance, tie_rule, judged_only) as hits
    inner join metrics.topics(variant, min_relevance) as topics
        on hits.collection = topics.collection
        and hits.query_id = topics.query_id
        and hits.rank <= topics.num_rel
    where hits.is_relevant
    group by hits.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    'Rprec' as measure,
    coalesce(counted.num_rel_ret / nullif(answers.num_rel, 0), 0) as value,
from metrics.answers(variant, min_relevance, judged_only) as answers
left join counted on answers.answer_id = counted.answer_id;
