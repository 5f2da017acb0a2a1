-- A random key from a seed and a place, to shuffle by: the same for the same arguments, whatever the engine or the
-- version.
--
-- source: MD5 of the arguments (RFC 1321), first 8 hexadecimal digits
-- params:
--   seed: any number or text
--   place: which draw
-- returns: text of 8 characters, in the order of the numbers that statistics.draw gives
-- example: select i from range(5) as t (i) order by statistics.draw_key(1, i)
create or replace macro statistics.draw_key(seed, place) as
    substr(md5(seed || ':' || place), 1, 8);
