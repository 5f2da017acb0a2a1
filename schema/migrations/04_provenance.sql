-- From schema 3 (dltrack 0.2) to 4: notes on topics are called attributes; the other tables of 0.2 keep their meaning, and
-- new tables are empty until something is loaded.
create view memory.v4_main.query_attributes as
select
    attributes.* exclude (key),
    attributes.key as attribute,
from memory.v3_main.query_attributes as attributes;
