-- Are the preferences contradictory? One row for each topic, with the number of its cycles. A cycle is three items a, b, c:
-- a is preferred to b, b to c, and c to a.
--
-- source: preferences.majority; M. G. Kendall and B. Babington Smith, "On the method of paired comparisons" (1940)
-- grain: collection, source, dimension, query_id
-- columns:
--   source: name of the preference file
--   dimension: criterion of the comparison
--   query_id
--   num_cycles: number of triples that are a cycle
--   num_triples: number of sets of three items with a majority for one item in every pair
--   share_cycles: num_cycles / num_triples; .25 is expected by chance
-- needs: preferences
-- example: from preferences.cycles order by share_cycles desc
create or replace view preferences.cycles as
with beaten as (
    select
        collection,
        source,
        dimension,
        query_id,
        if(preference = 1, item, other) as winner,
        if(preference = 1, other, item) as loser,
    from preferences.majority
    where preference <> 0
),

paths as (
    select
        one.collection,
        one.source,
        one.dimension,
        one.query_id,
        exists(
            select 1
            from beaten as back
            where
                back.collection = one.collection
                and back.source = one.source
                and back.dimension = one.dimension
                and back.query_id = one.query_id
                and back.winner = two.loser
                and back.loser = one.winner
        ) as is_cycle,
        exists(
            select 1
            from beaten as straight
            where
                straight.collection = one.collection
                and straight.source = one.source
                and straight.dimension = one.dimension
                and straight.query_id = one.query_id
                and straight.winner = one.winner
                and straight.loser = two.loser
        ) as is_transitive,
    from beaten as one
    inner join beaten as two
        on two.collection = one.collection
        and two.source = one.source
        and two.dimension = one.dimension
        and two.query_id = one.query_id
        and two.winner = one.loser
        and two.loser <> one.winner
)

select
    collection,
    source,
    dimension,
    query_id,
    -- a cycle contains three paths of two steps, one from each item; any other triple contains one, through its middle item
    count(*) filter (where is_cycle) // 3 as num_cycles,
    count(*) filter (where is_transitive) + num_cycles as num_triples,
    num_cycles / nullif(num_triples, 0) as share_cycles,
from paths
group by collection, source, dimension, query_id
order by collection, source, dimension, query_id;
