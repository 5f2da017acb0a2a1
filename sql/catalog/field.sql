-- A value as unambiguous text for a checksum: length in bytes, colon, text; '-' for null.
--
-- source: netstrings (D. J. Bernstein, 1997)
-- params:
--   content: text, number, boolean or date, whose text is the same in every release of DuckDB; for a time, its epoch_us
-- returns: text
-- caveats: double-precision numbers are written as the shortest text that reads back as the same number, in the same way in
--   DuckDB 1.2 to 2.0
-- example: select catalog.field('abc')
create or replace macro catalog.field(content) as
    coalesce(strlen(content::varchar) || ':' || content::varchar, '-');
