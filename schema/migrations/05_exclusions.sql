-- Migration from table schema 4 (dltrack 0.3 and 0.4) to 5: collections may have excluded items, which have a null rank.
create view memory.v5_main.collections as
select
    collections.*,
    false as excludes_query_id,
from memory.v4_main.collections as collections;

-- This view makes the upgrade of a lake create the table again, with a rank that may be null.
create view memory.v5_store.rankings as
select rankings.*,
from memory.v4_store.rankings as rankings;
