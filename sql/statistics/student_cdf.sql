-- The probability that a variable of Student's t distribution stays below a value.
--
-- source: scipy.stats.t.cdf; statistics.student_two_sided
-- params:
--   t: the value
-- returns: from 0 to 1; null where t is not a number or df not above 0
-- example: select statistics.student_cdf(2.0, 52)
create or replace macro statistics.student_cdf(t, df) as
    case
        when t < 0 then statistics.student_two_sided(t, df) / 2
        else 1 - statistics.student_two_sided(t, df) / 2
    end;
