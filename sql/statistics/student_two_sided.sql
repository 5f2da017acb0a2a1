-- Two-sided p-value of Student's t.
--
-- source: scipy.stats.t; NIST Digital Library of Mathematical Functions, 8.17
-- params:
--   t: the statistic
--   df: degrees of freedom, above 0
-- returns: probability of a value at least as far from 0
-- example: select statistics.student_two_sided(2.0, 52)
create or replace macro statistics.student_two_sided(t, df) as
    statistics.incomplete_beta(df / (df + t * t * 1.0::double), df / 2.0::double, 0.5::double);
