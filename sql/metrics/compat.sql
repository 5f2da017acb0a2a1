-- Compatibility: rank-biased overlap of the run with an ideal ranking of the items with a grade above 0.
--
-- source: Clarke, Vtyurina and Smucker, TOIS 39(2), 2021; ir_measures Compat
-- grain: collection, run_id, query_id, measure
-- params:
--   p: persistence of the rank-biased overlap, from 0 to 1
--   is_normalized: whether to divide by the overlap of the ideal ranking with itself
-- columns:
--   measure: 'compat'
--   value: from 0 to 1; 0 for a topic without items with a grade above 0
-- measures:
--   compat: position 51; parameter p; defaults [0.95]; ir_measures Compat(p=0.95, normalize=true,
--     judged_only=false)
-- needs: runs
-- caveats: The ideal ranking puts higher grades first. Items of equal grade are in the order of the run, followed by the items
--   that the run does not retrieve. Unlike dltrack, ir_measures puts retrieved items with negative scores after the items that
--   are not retrieved. min_relevance has no effect
-- example: select * from metrics.compat() where run_id = 'p_bm25'
create or replace macro metrics.compat(
    p := 0.95::double,
    variant := null,
    min_relevance := null,
    tie_rule := null,
    judged_only := false,
    is_normalized := true
) as table
with ideal as (
    select
        judgments.collection,
        judgments.query_id,
        count(*) as num_ideal,
    from metrics.judgments(variant, min_relevance) as judgments
    where judgments.gain > 0
    group by judgments.collection, judgments.query_id
),

above as (
    select
        judgments.collection,
        judgments.query_id,
        judgments.gain,
        sum(count(*)) over (
            partition by judgments.collection, judgments.query_id
            order by judgments.gain desc
        ) - count(*) as num_higher,
    from metrics.judgments(variant, min_relevance) as judgments
    where judgments.gain > 0
    group by judgments.collection, judgments.query_id, judgments.gain
),

-- the first depth at which an item is in both rankings
shared as (
    select
        hits.answer_id,
        greatest(
            hits.rank,
            above.num_higher
            + row_number() over (partition by hits.answer_id, hits.gain order by hits.rank)
        ) as depth,
    from metrics.hits(variant, min_relevance, tie_rule, judged_only) as hits
    inner join above
        on hits.collection = above.collection
        and hits.query_id = above.query_id
        and hits.gain = above.gain
),

spans as (
    select
        answers.collection,
        answers.run_id,
        answers.query_id,
        answers.answer_id,
        coalesce(ideal.num_ideal, 0) as num_ideal,
        greatest(answers.num_ret, coalesce(ideal.num_ideal, 0)) as depth,
    from metrics.answers(variant, min_relevance, judged_only) as answers
    left join ideal
        on answers.collection = ideal.collection
        and answers.query_id = ideal.query_id
),

weights as (
    select
        positions.depth,
        -- weight of an item that is in both rankings from the first depth to this one
        sum(p::double ** (positions.depth - 1) / positions.depth) over above_it as shared_so_far,
        sum(p::double ** (positions.depth - 1)) over above_it as weight_so_far,
        -- shared_so_far at the previous depth
        coalesce(sum(p::double ** (positions.depth - 1) / positions.depth) over before_it, 0) as shared_before,
    from (select unnest(range(1, (select max(spans.depth) + 1 from spans))) as depth) as positions
    window
        above_it as (order by positions.depth rows between unbounded preceding and current row),
        before_it as (order by positions.depth rows between unbounded preceding and 1 preceding)
),

bests as (
    select
        weights.depth as num_ideal,
        sum(weights.shared_before) over (order by weights.depth rows unbounded preceding) as before_total,
    from weights
),

overlapping as (
    select
        shared.answer_id,
        count(*) as num_shared,
        sum(weights.shared_before) as before_total,
    from shared
    inner join weights on shared.depth = weights.depth
    group by shared.answer_id
)

select
    spans.collection,
    spans.run_id,
    spans.query_id,
    'compat' as measure,
    coalesce(
        (overlapping.num_shared * weights.shared_so_far - overlapping.before_total)
        / case
            when is_normalized then spans.num_ideal * weights.shared_so_far - bests.before_total
            else weights.weight_so_far
        end,
        0
    ) as value,
from spans
left join overlapping on spans.answer_id = overlapping.answer_id
left join weights on spans.depth = weights.depth
left join bests on spans.num_ideal = bests.num_ideal;
