-- A value as text that cannot be mistaken when fields are put in a row: its length in bytes, a colon, its text; '-' for null.
--
-- source: netstrings (D. J. Bernstein, 1997)
-- params:
--   content: a value whose text no release of DuckDB changes: text, number, boolean or date; of a time epoch_us
-- returns: text
-- caveats: numbers of double precision have the shortest text that reads back as the same number; the releases from 1.2 to 2.0 write it alike
-- example: select catalog.field('abc')
create or replace macro catalog.field(content) as
    coalesce(strlen(content::varchar) || ':' || content::varchar, '-');
