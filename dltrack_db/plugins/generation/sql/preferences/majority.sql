-- One row for each pair of items: the votes for each item, and the item with the majority.
--
-- source: preferences.oriented, without aggregated votes
-- grain: collection, source, dimension, query_id, item, other
-- columns:
--   source: name of the preference file
--   dimension: criterion of the comparison
--   query_id
--   item: item of the pair with the lower id
--   other: item of the pair with the higher id
--   num_votes: number of votes on the pair
--   for_item: number of votes for item
--   ties: number of ties
--   for_other: number of votes for other
--   preference: 1 if more than half of the votes are for item, -1 if more than half are for other, 0 if more than half are
--     ties, null otherwise
-- needs: preferences
-- caveats: a judge's repeated votes are included
-- example: from preferences.majority where preference is null
create or replace view preferences.majority as
select
    collection,
    source,
    dimension,
    query_id,
    item,
    other,
    count(*) as num_votes,
    count(*) filter (where preference = 1) as for_item,
    count(*) filter (where preference = 0) as ties,
    count(*) filter (where preference = -1) as for_other,
    case
        when 2 * for_item > num_votes then 1
        when 2 * for_other > num_votes then -1
        when 2 * ties > num_votes then 0
    end::tinyint as preference,
from preferences.oriented
where not is_aggregate
group by collection, source, dimension, query_id, item, other
order by collection, source, dimension, query_id, item, other;
