-- A key by which names sort as people count: 2 before 10. The number at the end of a name counts as one.
--
-- source: what stands before the number, the number with zeros before it, and the name
-- params:
--   name: name of a topic, for example
-- returns: varchar[]
-- example: select name from (values ('t10'), ('t2')) as topics (name) order by catalog.natural_order(name)
create or replace macro catalog.natural_order(name) as
    [regexp_replace(name, '[0-9]+$', ''), lpad(regexp_extract(name, '[0-9]+$'), greatest(length(name), 40)::integer, '0'), name];
