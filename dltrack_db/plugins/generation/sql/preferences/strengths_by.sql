-- Bradley-Terry strengths with options: one row for each item of a topic. The probability that item a beats item b is
-- strength of a / (strength of a + strength of b).
--
-- source: R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs" (1952): maximum-likelihood merits, by
--     Newton's method; F. Bach, "Self-concordant analysis for logistic regression" (2010), for the size of the steps
-- grain: collection, source, dimension, query_id, item
-- params:
--   collection_name: collection; null for all
--   prior_wins: number of wins and of losses added for every item against an imaginary item of strength 1, so that strengths
--     are finite even for items that always won or lost; 0 for no prior
--   most_steps: maximum number of iteration steps
-- columns:
--   source: name of the preference file
--   dimension: criterion of the comparison
--   query_id
--   item: document, passage or answer
--   merit: natural logarithm of the strength; the merits of a topic have mean 0. merit, standard_error, low, high and place
--     are null if the topic has no strengths
--   standard_error: standard error of merit, from the curvature of the likelihood
--   low: lower end of the 95% interval of merit
--   high: upper end of the 95% interval of merit
--   place: rank by merit within the topic, 1 for the best
--   num_steps: number of steps until no merit changed by more than 10^-10, at most most_steps
--   reason: reason that the topic has no strengths: without a prior, no chain of wins leads from some item to some other item
--   lack: reason that ranks are less certain: no chain of comparisons connects some items; null if all items are connected
-- needs: preferences
-- caveats: a tie is half a win for each item (CrowdRAG-25 models ties separately, after Rao and Kupper). A judge's repeated
--   votes are included. The time grows with the third power of the number of items of a topic: seconds for 50 items, half a
--   minute for 100 items
-- cost: 3 s of processor time with the 917 topics and dimensions of CrowdRAG-25
-- example: from preferences.strengths_by(prior_wins := 0.5) order by query_id, place
create or replace macro preferences.strengths_by(collection_name := null, prior_wins := 0.1, most_steps := 100) as table
with recursive turned as (
    select collection, source, dimension, query_id, item, other, preference
    from preferences.oriented
    where
        not is_aggregate
        and collection = coalesce(collection_name, collection)
        and catalog.has_collections([collection_name])
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

ways (way) as (values ('wins'), ('losses'), ('votes')),

-- Without a prior, maximum-likelihood merits exist only if chains of wins connect every item with every other in both
-- directions (Ford 1957). With a prior, items that no votes connect are compared by the prior alone.
reached (topic, item, way) as (
    select
        items.topic,
        min(items.item) as item,
        ways.way,
    from items
    cross join ways
    where prior_wins <= 0 or ways.way = 'votes'
    group by items.topic, ways.way
    union
    select
        reached.topic,
        sides.other as item,
        reached.way,
    from reached
    inner join sides on sides.topic = reached.topic and sides.item = reached.item
    where case reached.way when 'wins' then sides.wins > 0 when 'losses' then sides.wins < sides.num_votes else true end
),

parted as materialized (
    select
        items.topic,
        ways.way,
    from items
    cross join ways
    left join reached on reached.topic = items.topic and reached.item = items.item and reached.way = ways.way
    where prior_wins <= 0 or ways.way = 'votes'
    group by items.topic, ways.way
    having count(reached.item) < count(*)
),

apart as (
    select distinct parted.topic
    from parted
    where prior_wins <= 0
),

unconnected as (
    select parted.topic
    from parted
    where parted.way = 'votes'
),

-- votes of a topic as lists: its items by name, and the votes on each pair of items
lines as (
    select
        mine.topic,
        mine.item,
        mine.wins,
        mine.num_items,
        list(coalesce(sides.num_votes, 0) order by theirs.item) as votes,
    from items as mine
    inner join items as theirs on theirs.topic = mine.topic
    anti join apart on apart.topic = mine.topic
    left join sides on sides.topic = mine.topic and sides.item = mine.item and sides.other = theirs.item
    group by mine.topic, mine.item, mine.wins, mine.num_items
),

compared as materialized (
    select
        topic,
        list(item order by item) as items,
        list(wins order by item) as wins,
        list(votes order by item) as votes,
        any_value(num_items) as num_items,
    from lines
    group by topic
),

-- Newton's method in all merits of a topic. Without a prior only differences of merits have a curvature, so a constant is
-- added. Long steps are shortened so that the likelihood never decreases (Bach 2010).
iterated as (
    select
        topic,
        list_transform(items, lambda item: 0.0::double) as merits,
        null::double[] as variances,
        0 as step,
        true as is_moving,
    from compared
    union all
    select
        topic,
        list_transform( -- noqa: PRS
            merits, lambda each, i: each + direction[i] * if(reach > 0, ln(1 + 2 * reach) / (2 * reach), 1)
        ) as merits,
        list_transform(
            inverse,
            lambda line, i: line[i] - 2 * list_avg(line) + list_avg(list_transform(inverse, lambda each: list_avg(each)))
        ) as variances,
        step + 1 as step,
        step + 1 < most_steps and reach > 1e-10 as is_moving,
    from (
        select
            *,
            list_max(list_transform(direction, lambda each: abs(each))) as reach,
        from (
            select
                *,
                list_transform(inverse, lambda line: list_dot_product(line, gradient)) as direction,
            from (
                select
                    topic,
                    merits,
                    step,
                    gradient,
                    statistics.inverse(curvature) as inverse,
                from (
                    select
                        iterated.topic,
                        iterated.merits,
                        iterated.step,
                        list_transform( -- noqa: PRS
                            iterated.merits,
                            lambda mine, i: compared.wins[i] + prior_wins - 2 * prior_wins / (1 + exp(-mine))
                            - list_sum(
                                list_transform(
                                    compared.votes[i], lambda votes, j: votes / (1 + exp(iterated.merits[j] - mine))
                                )
                            )
                        ) as gradient,
                        list_transform(
                            iterated.merits,
                            lambda mine, i: list_transform(
                                iterated.merits,
                                lambda theirs, j: if(prior_wins > 0, 0, 1) + case
                                    when i <> j then -compared.votes[i][j] / (2 + exp(theirs - mine) + exp(mine - theirs))
                                    else 2 * prior_wins / (2 + exp(mine) + exp(-mine)) + list_sum(
                                        list_transform(
                                            compared.votes[i],
                                            lambda votes, k: votes
                                            / (2 + exp(iterated.merits[k] - mine) + exp(mine - iterated.merits[k]))
                                        )
                                    )
                                end
                            )
                        ) as curvature,
                    from iterated
                    inner join compared on compared.topic = iterated.topic
                    where iterated.is_moving
                ) as curved
            ) as inverted
        ) as directed
    ) as bounded
    where isfinite(reach)
),

merits as (
    select
        compared.topic,
        ended.step as num_steps,
        unnest(compared.items) as item,
        unnest(list_transform(ended.merits, lambda each: each - list_avg(ended.merits))) as merit,
        unnest(ended.variances) as variance,
    from compared
    inner join (
        select
            topic,
            max(step) as step,
            arg_max(merits, step) as merits,
            arg_max(variances, step) as variances,
        from iterated
        group by topic
    ) as ended on ended.topic = compared.topic
)

select
    topics.collection,
    topics.source,
    topics.dimension,
    topics.query_id,
    items.item,
    merits.merit,
    sqrt(merits.variance) as standard_error,
    merits.merit - 1.959963984540054 * standard_error as low,
    merits.merit + 1.959963984540054 * standard_error as high,
    case
        when merits.merit is not null
            then rank() over (partition by items.topic order by round(merits.merit, 9) desc)
    end as place,
    merits.num_steps,
    case
        when apart.topic is not null
            then 'without a prior the strengths are unbounded, because some item cannot be reached from every other by wins'
    end as reason,
    case
        when unconnected.topic is not null
            then 'some items are not connected by comparisons, not even indirectly, so only the prior ranks them'
    end as lack,
from items
inner join topics on topics.topic = items.topic
left join merits on merits.topic = items.topic and merits.item = items.item
left join apart on apart.topic = items.topic
left join unconnected on unconnected.topic = items.topic;
