-- A whole number drawn from a seed and a place: the same for the same arguments, whatever the engine or the version.
--
-- source: MD5 of the arguments (RFC 1321), first 8 hexadecimal digits
-- params:
--   seed: any number or text
--   place: which draw
--   below: upper bound, excluded
-- returns: from 0 to below - 1
-- caveats: uniform to about below / 2^32
-- example: select statistics.draw(1, 'trial 1, topic 2', 53)
create or replace macro statistics.draw(seed, place, below) as
    cast('0x' || substr(md5(seed || ':' || place), 1, 8) as bigint) % below;
