-- One row for each item: how often judges prefer it to the items that it was compared with.
--
-- source: preferences.oriented, without aggregated votes
-- grain: collection, source, dimension, query_id, item
-- columns:
--   source: name of the preference file
--   dimension: criterion of the comparison
--   query_id
--   item: document, passage or answer
--   num_votes: number of votes on pairs with the item
--   num_opponents: number of items that the item was compared with
--   wins: number of votes for the item
--   ties: number of ties
--   losses: number of votes for another item
--   win_rate: (wins + ties / 2) / num_votes
--   place: rank by win_rate within the topic, 1 for the best; equal rates share the best rank
-- needs: preferences
-- caveats: win_rate depends on the opponents; preferences.strengths corrects for this. A judge's repeated votes are included
-- example: from preferences.win_rates where query_id = '2082' order by place
create or replace view preferences.win_rates as
with sides as (
    select
        collection,
        source,
        dimension,
        query_id,
        unnest([item, other]) as item,
        unnest([other, item]) as other,
        unnest([preference, -preference]) as preference,
    from preferences.oriented
    where not is_aggregate
),

counted as (
    select
        collection,
        source,
        dimension,
        query_id,
        item,
        count(*) as num_votes,
        count(distinct other) as num_opponents,
        count(*) filter (where preference = 1) as wins,
        count(*) filter (where preference = 0) as ties,
        count(*) filter (where preference = -1) as losses,
        avg((preference + 1) / 2) as win_rate,
    from sides
    group by collection, source, dimension, query_id, item
)

select
    *,
    rank() over (partition by collection, source, dimension, query_id order by win_rate desc) as place,
from counted
order by collection, source, dimension, query_id, place, item;
