-- A whole number drawn from a seed and a place: the same for the same arguments, whatever the engine or the version.
--
-- source: statistics.draw_key read as a number
-- params:
--   seed: any number or text
--   place: which draw
--   below: upper bound, excluded
-- returns: from 0 to below - 1
-- caveats: uniform to about below / 2^32
-- example: select statistics.draw(1, 'trial 1, topic 2', 53)
create or replace macro statistics.draw(seed, place, below) as
    cast('0x' || statistics.draw_key(seed, place) as bigint) % below;
