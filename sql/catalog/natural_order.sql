-- A sort key that orders names with a number at the end by this number: 't2' before 't10'.
--
-- source: list of the text before the number, the number padded with zeros, and the whole name
-- params:
--   name: any name, e.g. of a topic
-- returns: varchar[]
-- example: select name from (values ('t10'), ('t2')) as topics (name) order by catalog.natural_order(name)
create or replace macro catalog.natural_order(name) as
    [regexp_replace(name, '[0-9]+$', ''), lpad(regexp_extract(name, '[0-9]+$'), greatest(length(name), 40)::integer, '0'), name];
