-- Every round of a track paired with each earlier round, as linked by collections.follows.
--
-- source: main.collections
-- grain: collection, earlier
-- columns:
--   earlier: collection of an earlier round
--   distance: number of rounds between the two collections; 1 if one directly follows the other
-- caveats: links are followed through loaded collections only: if round 3 is not loaded, round 4 is paired with round 3, but
--   not with rounds 1 and 2
-- example: from judging.earlier_rounds
create or replace view judging.earlier_rounds as
with recursive chain as (
    select
        collections.collection,
        collections.follows as earlier,
        1 as distance,
    from main.collections as collections
    where collections.follows is not null
    union
    select
        chain.collection,
        collections.follows as earlier,
        chain.distance + 1 as distance,
    from chain
    inner join main.collections as collections on chain.earlier = collections.collection
    where collections.follows is not null and chain.distance < 100
)

select
    chain.collection,
    chain.earlier,
    min(chain.distance) as distance,
from chain
group by chain.collection, chain.earlier;
