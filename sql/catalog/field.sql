-- A value as unambiguous text for a checksum: its length in bytes, a colon and its text; '-' for null.
--
-- source: netstrings (D. J. Bernstein, 1997)
-- params:
--   content: a value whose text is the same in every release of DuckDB: text, number, boolean or date; epoch_us for a time
-- returns: text
-- caveats: numbers of double precision are written as the shortest text that reads back as the same number; releases 1.2 to
--   2.0 of DuckDB agree on it
-- example: select catalog.field('abc')
create or replace macro catalog.field(content) as
    coalesce(strlen(content::varchar) || ':' || content::varchar, '-');
