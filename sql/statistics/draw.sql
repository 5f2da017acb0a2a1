-- A random integer from a seed and a key: the same arguments return the same number in every engine and version.
--
-- source: statistics.draw_key converted to a number
-- params:
--   seed: any number or text
--   place: key of the draw, such as 'trial 1, topic 2'
--   below: upper bound, excluded
-- returns: from 0 to below - 1
-- caveats: uniform up to a relative error of about below / 2^32
-- example: select statistics.draw(1, 'trial 1, topic 2', 53)
create or replace macro statistics.draw(seed, place, below) as
    cast('0x' || statistics.draw_key(seed, place) as bigint) % below;
