-- From schema 3 (dltrack 0.2) to 4: what is noted of topics is called attribute; else no table of 0.2 changes its meaning, and
-- what is new is empty until it is loaded.
create view memory.v4_main.query_attributes as
select
    attributes.* exclude (key),
    attributes.key as attribute,
from memory.v3_main.query_attributes as attributes;
