-- The difference of two values of a measure to twelve decimals: the one rule for when two runs are equal on a topic, and
-- for when two differences are of one size. Where values are known to fewer decimals, those are equal that are the same when
-- rounded to so many, so that what equals a third value equals each other.
--
-- source: sums of the same gains in another order differ in the 16th digit; no two values that a measure means to be
--     different are closer than 1e-10 (one place more at rank 1000 of a topic with thousands of relevant items); runs
--     are ordered to twelve decimals as well
-- params:
--   a: a value
--   b: another
--   decimals: decimals that values are compared to; null where none is rounded
-- returns: a - b without float noise, exactly 0 where the two are equal
-- example: select statistics.difference(0.1 + 0.2::double, 0.3), statistics.difference(0.7494, 0.74938, decimals := 4)
create or replace macro statistics.difference(a, b, decimals := null) as
    case
        when abs(a - b) < 5e-13::double then 0
        when decimals < 12 and round(a::double, decimals::integer) = round(b::double, decimals::integer) then 0
        else round(a - b, 12)
    end;
