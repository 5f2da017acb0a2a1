-- The lowest and highest average precision that a run could have if all its unjudged items were judged.
--
-- source: Lu, Moffat and Culpepper, IRJ 19(4), 2016; for a given number of relevant items among the unjudged items, the sum of
--   precisions is largest if the relevant ones are ranked above the others, and smallest if they are ranked below
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'map', or 'map_cut_' and the cut-off
--   lower_bound: the score is never below this value, whatever grades the unjudged items get; tight
--   upper_bound: the score is never above this value, whatever grades the unjudged items get; tight
-- needs: runs
-- caveats: same assumptions as metrics.bounds; an item judged relevant also raises the number of relevant items, so the lower
--   bound can be below the score
-- cost: .5 s of processor time and 130 MB with the 63 passage runs of TREC 2021
-- example: select * from metrics.average_precision_bounds(100) where run_id = 'p_bm25'
create or replace macro metrics.average_precision_bounds(k, variant := null, min_relevance := null, tie_rule := null) as table
with depths as (
    select
        'map_cut_' || cutoffs.cutoff as measure,
        cutoffs.cutoff,
    from (select unnest(metrics.cutoffs(k)) as cutoff) as cutoffs
    union all
    select 'map' as measure, null as cutoff,
),

-- for each item: numbers of relevant and of unjudged items down to its rank, and sums of 1 / rank over both below
placed as (
    select
        open_places.answer_id,
        depths.measure,
        open_places.rank,
        open_places.is_relevant,
        count(*) filter (where open_places.is_relevant) over up_to_here as num_rel_so_far,
        count(*) filter (where open_places.is_unjudged) over up_to_here as num_unjudged_so_far,
        coalesce(sum(1.0::double / open_places.rank) filter (where open_places.is_relevant) over below, 0)
            as relevant_below,
        coalesce(sum(1.0::double / open_places.rank) filter (where open_places.is_unjudged) over below, 0)
            as unjudged_below,
    from metrics.open_places(variant, min_relevance, tie_rule) as open_places
    inner join depths on open_places.rank <= coalesce(depths.cutoff, open_places.rank)
    where open_places.is_relevant or open_places.is_unjudged
    window
        up_to_here as (
            partition by open_places.answer_id, depths.measure
            order by open_places.rank
            rows between unbounded preceding and current row
        ),
        below as (
            partition by open_places.answer_id, depths.measure
            order by open_places.rank
            rows between 1 following and unbounded following
        )
),

known as (
    select
        placed.answer_id,
        placed.measure,
        coalesce(sum(placed.num_rel_so_far / placed.rank) filter (where placed.is_relevant), 0) as total,
        max(placed.num_unjudged_so_far) as num_unjudged,
    from placed
    group by placed.answer_id, placed.measure
),

-- increase of the sum of precisions if all unjudged items down to this one (first_ones), or from this one on (last_ones), are
-- relevant: the precision at each such item, plus 1 / rank of every relevant item below
added as (
    select
        placed.answer_id,
        placed.measure,
        placed.num_unjudged_so_far,
        sum((placed.num_rel_so_far + placed.num_unjudged_so_far) / placed.rank + placed.relevant_below) over (
            partition by placed.answer_id, placed.measure
            order by placed.rank
            rows between unbounded preceding and current row
        ) as first_ones,
        sum((placed.num_rel_so_far + 1) / placed.rank + placed.relevant_below + placed.unjudged_below) over (
            partition by placed.answer_id, placed.measure
            order by placed.rank
            rows between current row and unbounded following
        ) as last_ones,
    from placed
    where not placed.is_relevant
),

-- a relevant item below the cut-off lowers the score, because it only adds to the number of relevant items
totals as (
    select
        answers.collection,
        answers.run_id,
        answers.query_id,
        answers.answer_id,
        depths.measure,
        answers.num_rel,
        answers.num_rel
        + retrieved.num_ret
        - retrieved.num_judged_ret
        - coalesce(known.num_unjudged, 0) as num_rel_below,
        coalesce(known.total, 0) as total,
        coalesce(known.num_unjudged, 0) as num_unjudged,
    from metrics.answers(variant, min_relevance) as answers
    inner join metrics.retrieved(variant, min_relevance, tie_rule) as retrieved
        on answers.collection = retrieved.collection
        and answers.run_id = retrieved.run_id
        and answers.query_id = retrieved.query_id
    cross join depths
    left join known
        on answers.answer_id = known.answer_id
        and depths.measure = known.measure
)

select
    totals.collection,
    totals.run_id,
    totals.query_id,
    totals.measure,
    least(
        coalesce(any_value(totals.total / nullif(totals.num_rel_below, 0)), 0),
        min(
            (totals.total + added.last_ones)
            / (totals.num_rel_below + totals.num_unjudged - added.num_unjudged_so_far + 1)
        )
    ) as lower_bound,
    greatest(
        coalesce(any_value(totals.total / nullif(totals.num_rel, 0)), 0),
        max((totals.total + added.first_ones) / (totals.num_rel + added.num_unjudged_so_far))
    ) as upper_bound,
from totals
left join added
    on totals.answer_id = added.answer_id
    and totals.measure = added.measure
group by totals.collection, totals.run_id, totals.query_id, totals.measure;
