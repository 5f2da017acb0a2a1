-- nDCG averaged over the judged items with a positive gain. Each item contributes the nDCG at its rank or, if it is not
-- retrieved, at the end of the run.
--
-- source: trec_eval ndcg_rel (m_ndcg_rel.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'ndcg_rel'
--   value: from 0 to 1; 0 for a topic without positive gains
-- measures:
--   ndcg_rel: position 25; parameter gains; groups all_trec; trec_eval 9
-- needs: runs
-- caveats: gain is the grade unless gains is set, so min_relevance has no effect; unjudged items have gain 0
-- example: select * from metrics.ndcg_rel() where run_id = 'p_bm25'
create or replace macro metrics.ndcg_rel(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
with points as (
    select
        gain_hits.answer_id,
        sum(gain_hits.dcg_so_far / coalesce(ideal_order.dcg_so_far, best.ideal_dcg)) as total,
        count(*) as num_points,
    from metrics.gain_hits(variant, min_relevance, tie_rule, judged_only, gains) as gain_hits
    inner join metrics.ideal_totals(variant, min_relevance, gains) as best
        on gain_hits.collection = best.collection
        and gain_hits.query_id = best.query_id
    left join metrics.ideal_order(variant, min_relevance, gains) as ideal_order
        on gain_hits.collection = ideal_order.collection
        and gain_hits.query_id = ideal_order.query_id
        and gain_hits.rank = ideal_order.rank
    where gain_hits.gain > 0
    group by gain_hits.answer_id
)

select
    gained.collection,
    gained.run_id,
    gained.query_id,
    'ndcg_rel' as measure,
    coalesce(
        (
            coalesce(points.total, 0)
            + (gained.num_gainful - coalesce(points.num_points, 0)) * gained.dcg / nullif(gained.ideal_dcg, 0)
        ) / nullif(gained.num_gainful, 0),
        0
    ) as value,
from metrics.gained(variant, min_relevance, tie_rule, judged_only, gains) as gained
left join points on gained.answer_id = points.answer_id;
