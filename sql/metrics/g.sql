-- G: the sum of the gains of the retrieved items, divided by the total gain of the topic. An item's gain is discounted more,
-- the further the run has fallen behind the ideal order at the item's rank.
--
-- source: trec_eval G (m_G.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'G'
--   value: from 0 to 1; 0 for a topic without positive gains
-- measures:
--   G: position 21; parameter gains; groups all_trec; trec_eval 9
-- needs: runs
-- caveats: gain is the grade unless gains is set, so min_relevance has no effect; unjudged items have gain 0
-- example: select * from metrics.g() where run_id = 'p_bm25'
create or replace macro metrics.g(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
with discounted as (
    select
        gain_hits.answer_id,
        sum(
            gain_hits.gain / log2(
                2
                + coalesce(ideal_order.cost_so_far, best.ideal_cost + gain_hits.rank - best.num_gainful)
                - gain_hits.gain_so_far
            )
        ) as total,
    from metrics.gain_hits(variant, min_relevance, tie_rule, judged_only, gains) as gain_hits
    inner join metrics.ideal_totals(variant, min_relevance, gains) as best
        on gain_hits.collection = best.collection
        and gain_hits.query_id = best.query_id
    left join metrics.ideal_order(variant, min_relevance, gains) as ideal_order
        on gain_hits.collection = ideal_order.collection
        and gain_hits.query_id = ideal_order.query_id
        and gain_hits.rank = ideal_order.rank
    group by gain_hits.answer_id
)

select
    gained.collection,
    gained.run_id,
    gained.query_id,
    'G' as measure,
    coalesce(discounted.total / nullif(gained.ideal_gain, 0), 0) as value,
from metrics.gained(variant, min_relevance, tie_rule, judged_only, gains) as gained
left join discounted on gained.answer_id = discounted.answer_id;
