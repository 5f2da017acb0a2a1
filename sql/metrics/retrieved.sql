-- Numbers of items that each run retrieved for each judged topic: the input of set measures.
--
-- source: trec_eval form_res_rels.c (num_ret, num_rel, num_rel_ret)
-- grain: collection, run_id, query_id
-- params:
--   k: number of items used from the top of each run; null for all items
-- columns:
--   num_ret: retrieved items, at most k
--   num_rel
--   num_rel_ret: retrieved relevant items
--   num_judged_ret: retrieved items with a grade of 0 or more
--   num_labelled_ret: retrieved items with any grade, including negative ones
--   is_answered: whether the run returns items for the topic
-- needs: runs
-- example: select * from metrics.retrieved() where run_id = 'p_bm25'
create or replace macro metrics.retrieved(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, k := null
) as table
with counted as (
    select
        hits.answer_id,
        count(*) filter (where hits.is_relevant) as num_rel_ret,
        count(*) filter (where hits.relevance >= 0) as num_judged_ret,
        count(*) as num_labelled_ret,
    from metrics.hits(variant, min_relevance, tie_rule, judged_only) as hits
    where hits.rank <= coalesce(k, hits.rank)
    group by hits.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    least(answers.num_ret, k) as num_ret,
    answers.num_rel,
    coalesce(counted.num_rel_ret, 0) as num_rel_ret,
    coalesce(counted.num_judged_ret, 0) as num_judged_ret,
    coalesce(counted.num_labelled_ret, 0) as num_labelled_ret,
    answers.is_answered,
from metrics.answers(variant, min_relevance, judged_only) as answers
left join counted on answers.answer_id = counted.answer_id;
