-- A random sort key from a seed and a key of the draw: the same arguments return the same text in every engine and version.
--
-- source: MD5 of the arguments (RFC 1321), first 8 hexadecimal digits
-- params:
--   seed: any number or text
--   place: key of the draw
-- returns: text of 8 characters, in the same order as the numbers of statistics.draw
-- example: select i from range(5) as t (i) order by statistics.draw_key(1, i)
create or replace macro statistics.draw_key(seed, place) as
    substr(md5(seed || ':' || place), 1, 8);
