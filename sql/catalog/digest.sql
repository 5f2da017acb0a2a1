-- The number that represents a text in every checksum: the upper 96 bits of its md5. Sums of digests are exact, and the same in
-- any order.
--
-- source: RFC 1321 (md5), the same in every release of DuckDB, whereas its hash() may change
-- params:
--   content: text that identifies a row: catalog.field of each of the row's values, or something equally unambiguous
-- returns: whole number from 0 to 2^96 - 1
-- example: select catalog.digest('abc')
create or replace macro catalog.digest(content) as (md5_number(content) >> 32)::hugeint;
