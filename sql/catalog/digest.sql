-- The number that stands for a text in every checksum: the upper 96 bits of its md5. Sums of it are exact and the same in any order.
--
-- source: RFC 1321 (md5), which no release of DuckDB changes; its own function hash() may change with each
-- params:
--   content: text that determines a row: catalog.field of each of its values, or of equal clearness
-- returns: whole number from 0 to 2^96 - 1
-- example: select catalog.digest('abc')
create or replace macro catalog.digest(content) as (md5_number(content) >> 32)::hugeint;
