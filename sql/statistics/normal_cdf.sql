-- The probability that a standard normal variable stays below a value.
--
-- source: scipy.stats.norm.cdf
-- params:
--   z: the value
-- returns: from 0 to 1; null if z is null or NaN
-- example: select statistics.normal_cdf(1.96)
create or replace macro statistics.normal_cdf(z) as
    case when z < 0 then statistics.normal_two_sided(z) / 2 else 1 - statistics.normal_two_sided(z) / 2 end;
