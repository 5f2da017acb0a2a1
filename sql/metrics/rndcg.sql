-- nDCG averaged over the depths at which the gain of the ideal order drops. If the run is longer than the last of these
-- depths, the length of the run is a further depth.
--
-- source: trec_eval Rndcg (m_Rndcg.c)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'Rndcg'
--   value: from 0 to 1; 0 for a topic without relevant items
-- measures:
--   Rndcg: position 26; parameter gains; groups all_trec; trec_eval 9; uses min_relevance
-- needs: runs
-- caveats: min_relevance has one effect only: topics without relevant items have value 0; unjudged items have gain 0
-- example: select * from metrics.rndcg() where run_id = 'p_bm25'
create or replace macro metrics.rndcg(
    variant := null, min_relevance := null, tie_rule := null, judged_only := false, gains := null
) as table
with drops as (
    select
        ideal_order.collection,
        ideal_order.query_id,
        ideal_order.rank,
        ideal_order.dcg_so_far as ideal_dcg,
    from metrics.ideal_order(variant, min_relevance, gains) as ideal_order
    where ideal_order.is_last_of_gain
),

points as (
    select
        hits.answer_id,
        drops.rank,
        sum(hits.gain * metrics.discount(hits.rank)) / any_value(drops.ideal_dcg) as ndcg,
    from metrics.hits(variant, min_relevance, tie_rule, judged_only, gains) as hits
    inner join drops
        on hits.collection = drops.collection
        and hits.query_id = drops.query_id
        and hits.rank <= drops.rank
    group by hits.answer_id, drops.rank
),

summed as (
    select
        points.answer_id,
        sum(points.ndcg) as total,
    from points
    group by points.answer_id
),

counted as (
    select
        drops.collection,
        drops.query_id,
        count(*) as num_drops,
    from drops
    group by drops.collection, drops.query_id
)

select
    gained.collection,
    gained.run_id,
    gained.query_id,
    'Rndcg' as measure,
    case
        when gained.num_rel = 0 or counted.num_drops is null then 0
        when gained.num_ret > gained.num_gainful + 1
            then (coalesce(summed.total, 0) + gained.dcg / gained.ideal_dcg) / (counted.num_drops + 1)
        else coalesce(summed.total, 0) / counted.num_drops
    end as value,
from metrics.gained(variant, min_relevance, tie_rule, judged_only, gains) as gained
left join counted
    on gained.collection = counted.collection
    and gained.query_id = counted.query_id
left join summed on gained.answer_id = summed.answer_id;
