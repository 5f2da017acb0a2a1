-- Two-sided p-value of a standard normal statistic.
--
-- source: scipy.stats.norm
-- params:
--   z: the statistic
-- returns: probability of a value at least as far from 0
-- caveats: absolute error about 1e-15, so that values below 1e-12 are only roughly right
-- example: select statistics.normal_two_sided(1.96)
create or replace macro statistics.normal_two_sided(z) as
    1 - statistics.incomplete_gamma(0.5::double, z * z / 2.0::double);
