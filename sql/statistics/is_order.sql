-- Whether values put their items in an order: false if there are several values and all are equal.
--
-- source: a rank among equal values says nothing
-- params:
--   lowest: smallest of the values
--   highest: largest of the values
--   number: number of values
-- returns: boolean; true for a single value, which has rank 1 of 1; null for no values
-- example: select statistics.is_order(0.1, 0.2, 2), statistics.is_order(0.0, 0.0, 63)
create or replace macro statistics.is_order(lowest, highest, number) as
    lowest < highest or (number = 1 and lowest is not null);
