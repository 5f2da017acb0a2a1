-- One row for each vote, with the pair turned so that the item with the lower id is first: use it to combine votes.
--
-- source: main.preferences
-- grain: collection, source, query_id, item, other, judge, dimension, session, is_first
-- columns:
--   source: file of the preferences, by its name
--   query_id
--   item: the item of the pair with the lower id
--   other: the other item
--   judge: author of the vote
--   dimension: what the items are compared by
--   session: as in main.preferences
--   preference: 1 if item is preferred, -1 if other is, 0 for a tie
--   is_first: whether item was shown first; reliable only if is_ordered
--   is_ordered: as in main.preferences
--   is_aggregate: as in main.preferences
-- needs: preferences
-- caveats: pair and winner must be turned together; turning only one of them would make it a vote for the losing item
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
