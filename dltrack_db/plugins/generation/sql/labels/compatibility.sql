-- One row for each label set, run and topic: Compatibility of the run with the ideal ranking by the label set.
--
-- source: metrics.compat (Clarke, Vtyurina and Smucker, TOIS 39(1), 2020), normalized (a test compares the two views);
--   labels.derived
-- grain: collection, variant, run_id, query_id
-- params:
--   p: persistence, from 0 to 1
--   depth: rank to which overlaps are summed, even if a list is shorter: 1000 in the authors' program
--     (claclark/Compatibility); null for the length of the run or of the ideal ranking, whichever is longer, as in
--     ir_measures
-- columns:
--   variant: label set, including label sets derived from preferences or nuggets
--   run_id
--   query_id: topic with a label above 0 for which the run returns items
--   value: Compatibility, from 0 to 1
-- needs: runs
-- example: select variant, avg(value) from labels.compatibility(tie_rule := 'ascending') where run_id = 'p_bm25' group by all
create or replace macro labels.compatibility(p := 0.95::double, tie_rule := null, depth := null) as table
with
-- tie rules are checked here, because DuckDB 2 rejects an order by clause that may raise an error for an unknown rule
rules as (
    select
        collections.collection,
        collections.tie_rule as own_rule,
        metrics.known_tie_rule(coalesce(tie_rule, collections.tie_rule)) as rule,
    from main.collections as collections
),

derived as (
    select found.collection, found.variant, found.query_id, found.doc_id, found.gain,
    from labels.derived as found
    anti join metrics.exclusions as exclusions
        on
            found.collection = exclusions.collection
            and found.query_id = exclusions.query_id
            and found.doc_id = exclusions.doc_id
),

gained as (
    select
        qrels.collection,
        qrels.variant,
        qrels.query_id,
        metrics.gain(qrels.relevance, qrels.gain, null) as gain,
    from labels.counted as qrels
    union all
    select collection, variant, query_id, gain,
    from derived
),

above as (
    select
        gained.collection,
        gained.variant,
        gained.query_id,
        gained.gain,
        count(*) as num_items,
        sum(count(*)) over (
            partition by gained.collection, gained.variant, gained.query_id
            order by gained.gain desc
        ) - count(*) as num_higher,
    from gained
    where gained.gain > 0
    group by gained.collection, gained.variant, gained.query_id, gained.gain
),

placed as (
    select
        judged.collection,
        judged.variant,
        judged.query_id,
        judged.answer_id,
        metrics.gain(judged.relevance, judged.gain, null) as gain,
        metrics.rank_under(
            rules.rule,
            judged.rank,
            judged.rank_double,
            judged.rank_submitted,
            judged.rank_ascending
        ) as rank,
    from main.judged_rankings as judged
    inner join rules on judged.collection = rules.collection
    union all
    select
        derived.collection,
        derived.variant,
        derived.query_id,
        ordered.answer_id,
        derived.gain,
        ordered.rank,
    from (
        select
            rankings.answer_id,
            answers.collection,
            answers.query_id,
            rankings.doc_id,
            case
                when rules.rule = rules.own_rule then rankings.rank
                else metrics.place(
                    rankings.answer_id,
                    rules.rule,
                    rankings.submitted_rank,
                    rankings.score,
                    rankings.doc_id
                )
            end as rank,
        from store.rankings as rankings
        inner join main.run_topics as answers on rankings.answer_id = answers.answer_id
        inner join rules on answers.collection = rules.collection
        where rankings.rank is not null and answers.collection in (select derived.collection from derived)
    ) as ordered
    inner join derived
        on
            ordered.collection = derived.collection
            and ordered.query_id = derived.query_id
            and ordered.doc_id = derived.doc_id
),

-- `depth` is the first depth at which both rankings contain the item
shared as (
    select
        placed.variant,
        placed.answer_id,
        greatest(
            placed.rank,
            above.num_higher
            + row_number() over (partition by placed.variant, placed.answer_id, placed.gain order by placed.rank)
        ) as depth,
    from placed
    inner join above
        on
            placed.collection = above.collection
            and placed.variant = above.variant
            and placed.query_id = above.query_id
            and placed.gain = above.gain
),

spans as (
    select
        ideal.collection,
        ideal.variant,
        ideal.query_id,
        run_topics.run_id,
        run_topics.answer_id,
        least(ideal.num_ideal, coalesce(depth, ideal.num_ideal)) as num_ideal,
        coalesce(depth, greatest(run_topics.num_ret, ideal.num_ideal)) as depth,
    from (
        select
            above.collection,
            above.variant,
            above.query_id,
            sum(above.num_items)::bigint as num_ideal,
        from above
        group by above.collection, above.variant, above.query_id
    ) as ideal
    inner join main.run_topics as run_topics
        on ideal.collection = run_topics.collection and ideal.query_id = run_topics.query_id
),

weights as (
    select
        positions.depth,
        -- summed weight, up to this depth, of an item that both rankings contain from depth 1
        sum(p::double ** (positions.depth - 1) / positions.depth) over (
            order by positions.depth rows between unbounded preceding and current row
        ) as shared_so_far,
        -- summed weight before this depth
        coalesce(
            sum(p::double ** (positions.depth - 1) / positions.depth) over (
                order by positions.depth rows between unbounded preceding and 1 preceding
            ),
            0
        ) as shared_before,
    from (select unnest(range(1, max(spans.depth) + 1)) as depth, from spans) as positions
),

bests as (
    select
        weights.depth as num_ideal,
        sum(weights.shared_before) over (order by weights.depth rows unbounded preceding) as before_total,
    from weights
),

overlapping as (
    select
        shared.variant,
        shared.answer_id,
        count(*) as num_shared,
        sum(weights.shared_before) as before_total,
    from shared
    -- items below the last depth have no weight
    inner join weights on shared.depth = weights.depth
    group by shared.variant, shared.answer_id
)

select
    spans.collection,
    spans.variant,
    spans.run_id,
    spans.query_id,
    coalesce(
        (overlapping.num_shared * weights.shared_so_far - overlapping.before_total)
        / (spans.num_ideal * weights.shared_so_far - bests.before_total),
        0
    ) as value,
from spans
inner join weights on spans.depth = weights.depth
inner join bests on spans.num_ideal = bests.num_ideal
left join overlapping on spans.variant = overlapping.variant and spans.answer_id = overlapping.answer_id;
