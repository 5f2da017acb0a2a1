-- The standard deviation of values that differ, null of values that are all the same: no test, effect or interval can be
-- made of no spread.
--
-- source: values to twelve decimals, as statistics.difference gives them, may differ by their rounding alone, and those of
--     scores known to fewer decimals by less than a unit of the last
-- params:
--   lowest: smallest of the values
--   highest: largest of them
--   deviation: their standard deviation
--   decimals: decimals that they are known to, at least; null where they are not rounded
-- returns: deviation; null for one value, and where all are the same
-- example: select statistics.spread(0.1, 0.3, 0.1) as some, statistics.spread(0.1, 0.1, 0.0) as none
create or replace macro statistics.spread(lowest, highest, deviation, decimals := null) as
    case
        when highest - lowest > greatest(2e-12::double, 10.0::double ** -decimals::integer - 2e-12::double) then deviation
    end;
