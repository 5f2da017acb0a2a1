-- A part of a text by UTF-8 byte offsets, as the spans of v2 passages count.
--
-- source: MS MARCO v2 passages, field spans
-- params:
--   body: the text
--   from_byte: offset of the first byte, from 0
--   to_byte: offset after the last byte
-- returns: varchar; an error when an offset falls inside a character
-- caveats: substring counts characters, so it cuts in the wrong place after the first letter beyond ASCII
-- example:
--   select corpus.cut('naïve text', 0, 6);  -- naïve
create or replace macro corpus.cut(body, from_byte, to_byte) as
    decode(encode(body)[from_byte + 1:to_byte]);
