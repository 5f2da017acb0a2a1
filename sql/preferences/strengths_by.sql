-- Strengths of items by the model of Bradley and Terry: an item wins against another in proportion to its strength.
--
-- source: R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs" (1952): the merits of highest likelihood
-- grain: collection, source, dimension, query_id, item
-- params:
--   collection_name: collection; null for all
--   prior_wins: wins, and as many losses, that every item is given against an item of strength 1, which keeps the strength of an item
--     finite that always won or lost; 0 for none
--   most_steps: steps after which the iteration ends
-- columns:
--   source: file of the preferences, by its name
--   dimension: what the items are compared by
--   query_id
--   item: document, passage or answer
--   merit: natural logarithm of the strength; the merits of a topic have mean 0
--   standard_error: of merit, from the curvature of the likelihood
--   low: lower end of the 95% interval of merit
--   high: upper end of the 95% interval of merit
--   place: place by merit within the topic, 1 is the best
--   num_steps: steps until no merit changed by more than 10^-10, or most_steps
-- needs: preferences
-- caveats: a tie is half a win for each (CrowdRAG-25 has ties as outcomes of their own, after Rao and Kupper), and every vote
--   counts, also of a judge who was asked again. Without a prior merits exist only where every item can be reached from every other
--   by wins; else they grow until the steps end. standard_error inverts a matrix of a topic's items: seconds for topics of
--   more than 50
-- example: from preferences.strengths_by(prior_wins := 0.5) order by query_id, place
create or replace macro preferences.strengths_by(collection_name := null, prior_wins := 0.1, most_steps := 1000) as table
with recursive turned as (
    select collection, source, dimension, query_id, item, other, preference
    from preferences.oriented
    where not is_aggregate and collection = coalesce(collection_name, collection)
    union all
    select collection, source, dimension, query_id, other as item, item as other, -preference as preference
    from preferences.oriented
    where not is_aggregate and collection = coalesce(collection_name, collection)
),

topics as materialized (
    select
        *,
        row_number() over (order by collection, source, dimension, query_id) as topic,
    from (
        select distinct collection, source, dimension, query_id,
        from turned
    ) as compared
),

sides as materialized (
    select
        topics.topic,
        turned.item,
        turned.other,
        count(*)::double as num_votes,
        sum((turned.preference + 1) / 2) as wins,
    from turned
    inner join topics
        on topics.collection = turned.collection
        and topics.source = turned.source
        and topics.dimension = turned.dimension
        and topics.query_id = turned.query_id
    group by topics.topic, turned.item, turned.other
),

items as materialized (
    select
        topic,
        item,
        sum(wins) as wins,
        row_number() over (partition by topic order by item) as place,
        count(*) over (partition by topic) as num_items,
    from sides
    group by topic, item
),

-- sums have an order, for the last digits are to be the same whenever it is asked
-- a step moves each item half as far as Newton's would by itself, and then all of a topic alike, to where the prior has them
iterated as (
    select
        topic,
        item,
        wins,
        0.0::double as merit,
        0 as step,
        true as is_moving,
    from items
    union all
    select
        topic,
        item,
        wins,
        moved + shift as merit,
        step + 1 as step,
        step + 1 < most_steps and max(abs(moved + shift - merit)) over (partition by topic) > 1e-10 as is_moving,
    from (
        select
            *,
            coalesce(
                prior_wins * (
                    count(*) over (partition by topic) - 2 * sum(1 / (1 + exp(-moved))) over of_topic
                ) / nullif(2 * prior_wins * sum(1 / (2 + exp(moved) + exp(-moved))) over of_topic, 0),
                0
            ) as shift,
        from (
            select
                mine.topic,
                mine.item,
                mine.wins,
                mine.step,
                mine.merit,
                mine.merit + greatest(-1, least(1, (
                    mine.wins + prior_wins - sum(sides.num_votes / (1 + exp(theirs.merit - mine.merit)) order by sides.other)
                    - 2 * prior_wins / (1 + exp(-mine.merit))
                ) / 2 / (
                    sum(
                        sides.num_votes / (2 + exp(theirs.merit - mine.merit) + exp(mine.merit - theirs.merit))
                        order by sides.other
                    )
                    + 2 * prior_wins / (2 + exp(mine.merit) + exp(-mine.merit))
                ))) as moved,
            from iterated as mine
            inner join sides on sides.topic = mine.topic and sides.item = mine.item
            inner join iterated as theirs on theirs.topic = sides.topic and theirs.item = sides.other
            where mine.is_moving
            group by mine.topic, mine.item, mine.wins, mine.step, mine.merit
        ) as stepped
        window of_topic as (
            partition by topic
            order by item
            rows between unbounded preceding and unbounded following
        )
    ) as shifted
),

estimated as materialized (
    select
        items.topic,
        items.item,
        items.place,
        items.num_items,
        arg_max(iterated.merit, iterated.step) as merit,
        max(iterated.step) as num_steps,
    from iterated
    inner join items on items.topic = iterated.topic and items.item = iterated.item
    group by items.topic, items.item, items.place, items.num_items
),

-- the curvature of the likelihood in the merits; without a prior only differences have one, and a constant is added
slopes as (
    select
        mine.topic,
        mine.place,
        mine.num_items,
        theirs.place as other_place,
        sides.num_votes / (2 + exp(theirs.merit - mine.merit) + exp(mine.merit - theirs.merit)) as slope,
        mine.merit,
    from sides
    inner join estimated as mine on mine.topic = sides.topic and mine.item = sides.item
    inner join estimated as theirs on theirs.topic = sides.topic and theirs.item = sides.other
),

cells as (
    select
        topic,
        num_items,
        place,
        other_place,
        -slope as value,
    from slopes
    union all
    select
        topic,
        num_items,
        place,
        place as other_place,
        sum(slope order by other_place) + 2 * prior_wins / (2 + exp(merit) + exp(-merit)) as value,
    from slopes
    group by topic, num_items, place, merit
    union all
    select
        mine.topic,
        mine.num_items,
        mine.place,
        theirs.place as other_place,
        if(prior_wins > 0, 0, 1) as value,
    from items as mine
    inner join items as theirs on theirs.topic = mine.topic
),

-- its inverse, an item at a time: Gauss and Jordan in place
inverted as (
    select
        topic,
        num_items,
        place,
        other_place,
        sum(value order by value) as value,
        0 as step,
    from cells
    group by topic, num_items, place, other_place
    union all
    select
        topic,
        num_items,
        place,
        other_place,
        case
            when place = step + 1 and other_place = step + 1 then 1 / value
            when place = step + 1 then value / pivot_value
            when other_place = step + 1 then -value / pivot_value
            else value - of_column * of_line / pivot_value
        end as value,
        step + 1 as step,
    from (
        select
            *,
            max(value) filter (where place = step + 1 and other_place = step + 1) over (partition by topic) as pivot_value,
            max(value) filter (where other_place = step + 1) over (partition by topic, place) as of_column,
            max(value) filter (where place = step + 1) over (partition by topic, other_place) as of_line,
        from inverted
        where step < num_items
    ) as pivoted
),

spread as (
    select
        topic,
        place,
        max(value) filter (where place = other_place) - 2 * avg(value order by other_place) + any_value(mean_value) as variance,
    from (
        select
            *,
            avg(value) over (
                partition by topic
                order by place, other_place
                rows between unbounded preceding and unbounded following
            ) as mean_value,
        from inverted
        where step = num_items
    ) as ended
    group by topic, place
),

merits as (
    select
        topic,
        item,
        place,
        num_steps,
        merit - avg(merit) over (
            partition by topic
            order by item
            rows between unbounded preceding and unbounded following
        ) as merit,
    from estimated
)

select
    topics.collection,
    topics.source,
    topics.dimension,
    topics.query_id,
    merits.item,
    merits.merit,
    sqrt(spread.variance) as standard_error,
    merits.merit - 1.959963984540054 * standard_error as low,
    merits.merit + 1.959963984540054 * standard_error as high,
    rank() over (partition by merits.topic order by round(merits.merit, 9) desc) as place,
    merits.num_steps,
from merits
inner join topics on topics.topic = merits.topic
inner join spread on spread.topic = merits.topic and spread.place = merits.place;
