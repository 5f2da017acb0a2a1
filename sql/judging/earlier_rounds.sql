-- Every round of a track with the rounds before it, as collections.follows links them.
--
-- source: main.collections
-- grain: collection, earlier
-- columns:
--   earlier: collection of a round before
--   distance: how many rounds before: 1 for the one that it follows
-- caveats: only loaded rounds lead on: without round 3, round 4 has no earlier one but round 3
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
