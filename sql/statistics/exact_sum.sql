-- Sum of values that does not depend on their order: the same to the last digit by any number of threads.
--
-- source: own; values count in units of 1e-18, and whole numbers add up without rounding
-- params:
--   value: expression over the rows of a group
-- returns: the sum; null of no values
-- caveats: for values between -1e20 and 1e20 that are numbers; it is an aggregate, which takes no filter and no window
-- example:
--   select statistics.exact_sum(value) from (values (0.1), (0.2), (0.3)) as _ (value);
create or replace macro statistics.exact_sum(value) as
    sum(cast(value * 1e18 as hugeint)) / 1e18;
