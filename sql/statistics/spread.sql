-- The standard deviation of values, or null if all values are equal, because no test, effect or interval can be computed
-- without spread.
--
-- source: values rounded to twelve decimals, as statistics.difference returns them, may differ by rounding alone, and
--     values of scores known to fewer decimals may differ by less than one unit of the last decimal
-- params:
--   lowest: smallest of the values
--   highest: largest of the values
--   deviation: standard deviation of the values
--   decimals: smallest number of decimals to which the values are known; null if the values are not rounded
-- returns: deviation; null for a single value, or if all values are equal
-- example: select statistics.spread(0.1, 0.3, 0.1) as some, statistics.spread(0.1, 0.1, 0.0) as none
create or replace macro statistics.spread(lowest, highest, deviation, decimals := null) as
    case
        when highest - lowest > greatest(2e-12::double, 10.0::double ** -decimals::integer - 2e-12::double) then deviation
    end;
