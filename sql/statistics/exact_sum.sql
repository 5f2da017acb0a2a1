-- Sum that does not depend on the order of the values: the same to the last digit with any number of threads.
--
-- source: dltrack; values are converted to integers in units of 1e-18, which add up without rounding
-- params:
--   value: expression over the rows of a group
-- returns: the sum; null if there are no values
-- caveats: values must be finite and between -1e20 and 1e20; this aggregate accepts neither a filter nor a window
-- example:
--   select statistics.exact_sum(value) from (values (0.1), (0.2), (0.3)) as _ (value);
create or replace macro statistics.exact_sum(value) as
    sum(cast(value * 1e18 as hugeint)) / 1e18;
