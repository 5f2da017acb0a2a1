-- From schema 4 (dltrack 0.3 and 0.4) to 5: collections may say which items do not count, which none of 0.4 does; ranks of such
-- items are null.
create view memory.v5_main.collections as
select
    collections.*,
    false as excludes_query_id,
from memory.v4_main.collections as collections;

-- A lake makes the table again, in which ranks may be null.
create view memory.v5_store.rankings as
select rankings.*,
from memory.v4_store.rankings as rankings;
