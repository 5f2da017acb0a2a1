-- One row for each judge: how often the judge agrees with the aggregate of several votes ('gold').
--
-- source: preferences.oriented
-- grain: collection, source, dimension, judge
-- columns:
--   source: name of the preference file
--   dimension: criterion of the comparison
--   judge: author of the votes, as in main.preferences
--   num_pairs: number of pairs with a vote of the judge and a gold vote in the same file
--   share_equal: share of pairs with equal votes
--   share_opposite: share of pairs with votes for different items
-- needs: preferences
-- example: from preferences.gold_agreement order by share_equal
create or replace view preferences.gold_agreement as
select
    votes.collection,
    votes.source,
    votes.dimension,
    votes.judge,
    count(*) as num_pairs,
    avg((votes.preference = gold.preference)::integer) as share_equal,
    avg((votes.preference = -gold.preference and gold.preference <> 0)::integer) as share_opposite,
from preferences.oriented as votes
inner join preferences.oriented as gold
    on gold.collection = votes.collection
    and gold.source = votes.source
    and gold.dimension = votes.dimension
    and gold.query_id = votes.query_id
    and gold.item = votes.item
    and gold.other = votes.other
    and gold.is_first = votes.is_first
where gold.is_aggregate and not votes.is_aggregate
group by votes.collection, votes.source, votes.dimension, votes.judge
order by votes.collection, votes.source, votes.dimension, votes.judge;
