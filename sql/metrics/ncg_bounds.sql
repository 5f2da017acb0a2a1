-- The lowest and highest normalised cumulated gain that a run could have if all its unjudged items were judged.
--
-- source: definition of metrics.ncg; Moffat and Zobel, TOIS 27(1), 2008, section 3 (residuals)
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'ncg_cut_' and the cut-off
--   lower_bound: the score if all unjudged items below rank k, and no others, have the largest gain; tight
--   upper_bound: the score if all unjudged items down to rank k, and no others, have the largest gain; tight
-- needs: runs
-- caveats: same assumptions as metrics.bounds; the largest gain is that of metrics.largest_gains
-- example: select * from metrics.ncg_bounds(100) where run_id = 'p_bm25'
create or replace macro metrics.ncg_bounds(k, variant := null, min_relevance := null, tie_rule := null) as table
with ideals as (
    select
        ideal_order.collection,
        ideal_order.query_id,
        list(ideal_order.gain_so_far order by ideal_order.rank) as gains_so_far,
    from metrics.ideal_order(variant, min_relevance) as ideal_order
    group by ideal_order.collection, ideal_order.query_id
),

-- ideal gain of the first k items if the unjudged items down to rank k (ideal_gain), or below rank k (ideal_gain_below),
-- have the largest gain
scaled as (
    select
        unjudged_at.collection,
        unjudged_at.run_id,
        unjudged_at.query_id,
        unjudged_at.cutoff,
        gains_at.gain,
        largest_gains.gain * unjudged_at.num_unjudged as possible_gain,
        largest_gains.gain * unjudged_at.num_unjudged
        + coalesce(
            ideals.gains_so_far[least(unjudged_at.cutoff - unjudged_at.num_unjudged, len(ideals.gains_so_far))], 0
        ) as ideal_gain,
        largest_gains.gain * least(unjudged_at.num_unjudged_below, unjudged_at.cutoff)
        + coalesce(
            ideals.gains_so_far[
                least(greatest(unjudged_at.cutoff - unjudged_at.num_unjudged_below, 0), len(ideals.gains_so_far))
            ],
            0
        ) as ideal_gain_below,
    from metrics.unjudged_at(k, variant, min_relevance, tie_rule) as unjudged_at
    inner join metrics.gains_at(k, variant, min_relevance, tie_rule) as gains_at
        on unjudged_at.collection = gains_at.collection
        and unjudged_at.run_id = gains_at.run_id
        and unjudged_at.query_id = gains_at.query_id
        and unjudged_at.cutoff = gains_at.cutoff
    inner join metrics.largest_gains(variant, min_relevance) as largest_gains
        on unjudged_at.collection = largest_gains.collection
    left join ideals
        on unjudged_at.collection = ideals.collection
        and unjudged_at.query_id = ideals.query_id
)

select
    scaled.collection,
    scaled.run_id,
    scaled.query_id,
    'ncg_cut_' || scaled.cutoff as measure,
    coalesce(scaled.gain / nullif(scaled.ideal_gain_below, 0), 0) as lower_bound,
    coalesce((scaled.gain + scaled.possible_gain) / nullif(scaled.ideal_gain, 0), 0) as upper_bound,
from scaled;
