-- One row for each vote, with the item with the lower id first, so that votes on both orders of a pair can be combined.
--
-- source: main.preferences
-- grain: collection, source, query_id, item, other, judge, dimension, session, is_first
-- columns:
--   source: name of the preference file
--   query_id
--   item: item of the pair with the lower id
--   other: item of the pair with the higher id
--   judge: author of the vote
--   dimension: criterion of the comparison
--   session: as in main.preferences
--   preference: 1 if item is preferred, -1 if other is, 0 for a tie
--   is_first: whether item was shown first; reliable only if is_ordered
--   is_ordered: as in main.preferences
--   is_aggregate: as in main.preferences
-- needs: preferences
-- caveats: if you swap the items of a pair in main.preferences yourself, swap the winner too; otherwise the vote is for the
--   wrong item
-- example: from preferences.oriented where query_id = '2082'
create or replace view preferences.oriented as
select
    collection,
    source,
    query_id,
    least(item_a, item_b) as item,
    greatest(item_a, item_b) as other,
    judge,
    dimension,
    session,
    case winner
        when 'tie' then 0
        when 'a' then if(item_a < item_b, 1, -1)
        when 'b' then if(item_a < item_b, -1, 1)
    end::tinyint as preference,
    item_a < item_b as is_first,
    is_ordered,
    is_aggregate,
from main.preferences;
