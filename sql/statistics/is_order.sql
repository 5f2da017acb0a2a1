-- Whether values put what they are of in an order: not where there are several, all of them the same.
--
-- source: a rank among equals says nothing
-- params:
--   lowest: smallest of the values
--   highest: largest of them
--   number: how many they are
-- returns: boolean; true for one value, which is the first of one; null for none
-- example: select statistics.is_order(0.1, 0.2, 2), statistics.is_order(0.0, 0.0, 63)
create or replace macro statistics.is_order(lowest, highest, number) as
    lowest < highest or (number = 1 and lowest is not null);
