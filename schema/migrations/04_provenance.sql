-- Migration from table schema 3 (dltrack 0.2) to 4: the column key of query_attributes is renamed to attribute. Other tables
-- do not change, and new tables are empty.
create view memory.v4_main.query_attributes as
select
    attributes.* exclude (key),
    attributes.key as attribute,
from memory.v3_main.query_attributes as attributes;
