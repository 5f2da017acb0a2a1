-- The lowest and highest R-precision that a run could have if all its unjudged items were judged.
--
-- source: Lu, Moffat and Culpepper, IRJ 19(4), 2016; every possible number of relevant unjudged items is tried, because each
--   number changes the depth at which precision is computed
-- grain: collection, run_id, query_id, measure
-- columns:
--   measure: 'Rprec'
--   lower_bound: the score is never below this value, whatever grades the unjudged items get; tight
--   upper_bound: the score is never above this value, whatever grades the unjudged items get; tight
-- needs: runs
-- caveats: same assumptions as metrics.bounds
-- example: select * from metrics.rprec_bounds() where run_id = 'p_bm25'
create or replace macro metrics.rprec_bounds(variant := null, min_relevance := null, tie_rule := null) as table
with counted as (
    select
        open_places.answer_id,
        open_places.rank,
        count(*) filter (where open_places.is_relevant) over up_to_here as num_rel,
        count(*) filter (where open_places.is_unjudged) over up_to_here as num_unjudged,
    from metrics.open_places(variant, min_relevance, tie_rule) as open_places
    window up_to_here as (
        partition by open_places.answer_id
        order by open_places.rank
        rows between unbounded preceding and current row
    )
),

tried as (
    select
        retrieved.collection,
        retrieved.run_id,
        retrieved.query_id,
        answers.answer_id,
        retrieved.num_rel,
        retrieved.num_ret - retrieved.num_judged_ret as num_unjudged,
        unnest(range(0, retrieved.num_ret - retrieved.num_judged_ret + 1)) as num_added,
    from metrics.retrieved(variant, min_relevance, tie_rule) as retrieved
    inner join metrics.answers(variant, min_relevance) as answers
        on retrieved.collection = answers.collection
        and retrieved.run_id = answers.run_id
        and retrieved.query_id = answers.query_id
),

cut as (
    select
        tried.collection,
        tried.run_id,
        tried.query_id,
        tried.num_added,
        tried.num_rel + tried.num_added as depth,
        coalesce(counted.num_rel, 0) as num_rel_ret,
        coalesce(counted.num_unjudged, 0) as num_unjudged_ret,
        tried.num_unjudged - coalesce(counted.num_unjudged, 0) as num_unjudged_below,
    from tried
    asof left join counted
        on tried.answer_id = counted.answer_id
        and tried.num_rel + tried.num_added >= counted.rank
)

select
    cut.collection,
    cut.run_id,
    cut.query_id,
    'Rprec' as measure,
    min(
        coalesce((cut.num_rel_ret + greatest(cut.num_added - cut.num_unjudged_below, 0)) / nullif(cut.depth, 0), 0)
    ) as lower_bound,
    max(
        coalesce((cut.num_rel_ret + least(cut.num_added, cut.num_unjudged_ret)) / nullif(cut.depth, 0), 0)
    ) as upper_bound,
from cut
group by cut.collection, cut.run_id, cut.query_id;
