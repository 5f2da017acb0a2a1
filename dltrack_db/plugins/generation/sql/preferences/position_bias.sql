-- One row for each file of preferences and dimension: do its judges prefer the item that is shown first?
--
-- source: main.preferences whose order is known
-- grain: collection, source, dimension
-- columns:
--   source: file of the preferences, by its name
--   dimension: what the items are compared by
--   num_votes: votes on pairs whose order is known
--   num_ties: votes for neither item
--   share_first: of the votes that are not ties, the share for the item shown first; .5 means no bias
--   num_both_ways: pairs that a judge saw in both orders
--   share_consistent: share of these pairs with the same vote in both orders; only the judge's first vote on each order is used
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
