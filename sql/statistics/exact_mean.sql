-- Mean that does not depend on the order of the values: the same to the last digit with any number of threads.
--
-- source: statistics.exact_sum
-- params:
--   value: expression over the rows of a group
-- returns: the mean of the values that are not null; null for no values
-- caveats: same limits as statistics.exact_sum
-- example:
--   select statistics.exact_mean(value) from (values (0.1), (0.2), (0.3)) as _ (value);
create or replace macro statistics.exact_mean(value) as
    statistics.exact_sum(value) / count(value);
