-- The part of a text between two UTF-8 byte offsets. The spans of v2 passages consist of such offsets.
--
-- source: MS MARCO v2 passages, field spans
-- params:
--   body: the text
--   from_byte: offset of the first byte, from 0
--   to_byte: offset after the last byte
-- returns: varchar; an error if an offset is inside a character
-- caveats: DuckDB's substring counts characters, not bytes, so it cuts at the wrong position after a non-ASCII letter
-- example:
--   select corpus.cut('naïve text', 0, 6);  -- naïve
create or replace macro corpus.cut(body, from_byte, to_byte) as
    decode(encode(body)[from_byte + 1:to_byte]);
