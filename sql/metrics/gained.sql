-- The total gain of each run for each judged topic, and the largest possible gain.
--
-- source: trec_eval m_ndcg.c
-- grain: collection, run_id, query_id
-- columns:
--   answer_id
--   num_ret: retrieved items
--   gain: sum of the gains of all retrieved items
--   dcg: sum of the gains of all retrieved items, each weighted by metrics.discount
--   ideal_gain: sum of all positive gains of the topic
--   ideal_dcg: dcg of the ideal order
--   num_gainful: judged items with a positive gain
--   num_rel
-- needs: runs
-- example: select * from metrics.gained() where run_id = 'p_bm25'
create or replace macro metrics.gained(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
with summed as (
    select
        hits.answer_id,
        sum(hits.gain) as gain,
        sum(hits.gain * metrics.discount(hits.rank)) as dcg,
    from metrics.hits(variant, min_relevance, tie_rule, judged_only, gains) as hits
    group by hits.answer_id
)

select
    answers.collection,
    answers.run_id,
    answers.query_id,
    answers.answer_id,
    answers.num_ret,
    coalesce(summed.gain, 0) as gain,
    coalesce(summed.dcg, 0) as dcg,
    coalesce(best.ideal_gain, 0) as ideal_gain,
    coalesce(best.ideal_dcg, 0) as ideal_dcg,
    coalesce(best.num_gainful, 0) as num_gainful,
    answers.num_rel,
from metrics.answers(variant, min_relevance, judged_only) as answers
left join metrics.ideal_totals(variant, min_relevance, gains) as best
    on answers.collection = best.collection
    and answers.query_id = best.query_id
left join summed on answers.answer_id = summed.answer_id;
