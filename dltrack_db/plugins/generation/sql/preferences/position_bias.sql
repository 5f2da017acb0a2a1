-- One row for each preference file and dimension: do judges prefer the item that is shown first?
--
-- source: main.preferences, pairs whose order is known
-- grain: collection, source, dimension
-- columns:
--   source: name of the preference file
--   dimension: criterion of the comparison
--   num_votes: number of votes on pairs whose order is known
--   num_ties: number of ties
--   share_first: share of votes for the item shown first, among votes that are not ties; .5 means no bias
--   num_both_ways: number of pairs that a judge saw in both orders
--   share_consistent: share of pairs with the same vote in both orders, among pairs that a judge saw in both orders; only the
--     judge's first vote on each order is used
-- needs: preferences
-- example: from preferences.position_bias order by share_first desc
create or replace view preferences.position_bias as
with turned as (
    select
        collection,
        source,
        dimension,
        judge,
        query_id,
        item,
        other,
        count(distinct is_first) as num_orders,
        count(distinct preference) as num_preferences,
    from preferences.oriented
    where is_ordered and not is_aggregate and session = 1
    group by collection, source, dimension, judge, query_id, item, other
),

consistent as (
    select
        collection,
        source,
        dimension,
        count(*) filter (where num_orders = 2) as num_both_ways,
        avg((num_preferences = 1)::integer) filter (where num_orders = 2) as share_consistent,
    from turned
    group by collection, source, dimension
)

select
    votes.collection,
    votes.source,
    votes.dimension,
    count(*) as num_votes,
    count(*) filter (where votes.winner = 'tie') as num_ties,
    avg((votes.winner = 'a')::integer) filter (where votes.winner <> 'tie') as share_first,
    any_value(consistent.num_both_ways) as num_both_ways,
    any_value(consistent.share_consistent) as share_consistent,
from main.preferences as votes
inner join consistent
    on consistent.collection = votes.collection
    and consistent.source = votes.source
    and consistent.dimension = votes.dimension
where votes.is_ordered and not votes.is_aggregate
group by votes.collection, votes.source, votes.dimension
order by votes.collection, votes.source, votes.dimension;
