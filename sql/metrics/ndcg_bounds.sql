-- Limits of the normalised discounted cumulated gain that a run could have if all its unjudged items were judged.
--
-- source: definition of metrics.ndcg; Moffat and Zobel, TOIS 27(1), 2008, section 3 (residuals)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'ndcg_cut_' and the cut-off
--   lower_bound: dcg of the judged items, divided by the ideal dcg if every unjudged item has the largest gain; not tight
--   upper_bound: dcg if every unjudged item has the largest gain, divided by the ideal dcg of the judged items, at most 1; not
--     tight
-- needs: runs
-- caveats: same assumptions as metrics.bounds; the largest gain is that of metrics.largest_gains. An item that raises the dcg
--   also raises the ideal dcg, but each bound considers only one of the two effects
-- example: select * from metrics.ndcg_bounds(10) where run_id = 'p_bm25'
create or replace macro metrics.ndcg_bounds(k, variant := null, min_relevance := null, tie_rule := null) as table
with possible as (
    select
        open_places.answer_id,
        depths.cutoff,
        sum(metrics.discount(open_places.rank)) as discounts,
    from metrics.open_places(variant, min_relevance, tie_rule) as open_places
    inner join (select unnest(metrics.cutoffs(k)) as cutoff) as depths on open_places.rank <= depths.cutoff
    where open_places.is_unjudged
    group by open_places.answer_id, depths.cutoff
),

-- the known ideal order moves down by the number of unjudged items
moved as (
    select
        unjudged_at.collection,
        unjudged_at.run_id,
        unjudged_at.query_id,
        unjudged_at.cutoff,
        unjudged_at.num_unjudged + unjudged_at.num_unjudged_below as num_unjudged,
        coalesce(
            sum(
                ideal_order.gain
                * metrics.discount(ideal_order.rank + unjudged_at.num_unjudged + unjudged_at.num_unjudged_below)
            ),
            0
        ) as dcg,
    from metrics.unjudged_at(k, variant, min_relevance, tie_rule) as unjudged_at
    left join metrics.ideal_order(variant, min_relevance) as ideal_order
        on unjudged_at.collection = ideal_order.collection
        and unjudged_at.query_id = ideal_order.query_id
        and unjudged_at.cutoff
        >= ideal_order.rank + unjudged_at.num_unjudged + unjudged_at.num_unjudged_below
    group by
        unjudged_at.collection,
        unjudged_at.run_id,
        unjudged_at.query_id,
        unjudged_at.cutoff,
        unjudged_at.num_unjudged,
        unjudged_at.num_unjudged_below
),

scaled as (
    select
        gains_at.collection,
        gains_at.run_id,
        gains_at.query_id,
        gains_at.cutoff,
        gains_at.dcg,
        gains_at.ideal_dcg,
        gains_at.dcg + largest_gains.gain * coalesce(possible.discounts, 0) as largest_dcg,
        moved.dcg
        + largest_gains.gain
        * coalesce(
            list_sum([metrics.discount(rank) for rank in range(1, least(moved.num_unjudged, moved.cutoff) + 1)]), 0
        ) as largest_ideal_dcg,
    from metrics.gains_at(k, variant, min_relevance, tie_rule) as gains_at
    inner join moved
        on gains_at.collection = moved.collection
        and gains_at.run_id = moved.run_id
        and gains_at.query_id = moved.query_id
        and gains_at.cutoff = moved.cutoff
    inner join metrics.answers(variant, min_relevance) as answers
        on gains_at.collection = answers.collection
        and gains_at.run_id = answers.run_id
        and gains_at.query_id = answers.query_id
    inner join metrics.largest_gains(variant, min_relevance) as largest_gains
        on gains_at.collection = largest_gains.collection
    left join possible
        on answers.answer_id = possible.answer_id
        and gains_at.cutoff = possible.cutoff
)

select
    scaled.collection,
    scaled.run_id,
    scaled.query_id,
    'ndcg_cut_' || scaled.cutoff as measure,
    coalesce(scaled.dcg / nullif(scaled.largest_ideal_dcg, 0), 0) as lower_bound,
    case
        when scaled.largest_dcg = 0 then 0
        else least(coalesce(scaled.largest_dcg / nullif(scaled.ideal_dcg, 0), 1), 1)
    end as upper_bound,
from scaled;
