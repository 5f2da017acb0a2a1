-- The number that represents a text in every checksum: the upper 96 bits of the text's md5. Sums of digests are exact and do
-- not depend on the order.
--
-- source: RFC 1321; md5 gives the same result in every release of DuckDB, whereas DuckDB's hash() may change
-- params:
--   content: text that identifies a row: its values, each passed through catalog.field and concatenated, or another text that
--     is as unambiguous
-- returns: whole number from 0 to 2^96 - 1
-- example: select catalog.digest('abc')
create or replace macro catalog.digest(content) as (md5_number(content) >> 32)::hugeint;
