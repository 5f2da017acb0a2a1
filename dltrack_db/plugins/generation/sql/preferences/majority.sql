-- One row for each pair of items: the votes for either item, and which of them has the majority.
--
-- source: preferences.oriented, without aggregated votes
-- grain: collection, source, dimension, query_id, item, other
-- columns:
--   source: file of the preferences, by its name
--   dimension: what the items are compared by
--   query_id
--   item: the item of the pair with the lower id
--   other: the other item
--   num_votes: votes on the pair
--   for_item: votes for item
--   ties: votes for neither
--   for_other: votes for other
--   preference: 1 if more than half of the votes are for item, -1 if more than half are for other, 0 if more than half are
--     ties; else null
-- needs: preferences
-- caveats: repeated votes of a judge are included
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
