-- The probability that a variable of Student's t distribution stays below a value.
--
-- source: scipy.stats.t.cdf; statistics.student_two_sided
-- params:
--   t: the value
-- returns: above 0 and below 1 by the digits of a double, so that nothing is certain; null where t is not a number or df not
--     above 0
-- example: select statistics.student_cdf(2.0, 52)
create or replace macro statistics.student_cdf(t, df) as
    list_transform(
        [struct_pack(is_below := t < 0, tail := statistics.student_two_sided(t, df) / 2)],
        lambda given: case
            when given.is_below and given.tail is not null then greatest(given.tail, 4.9406564584124654e-324::double)
            else 1 - case when given.tail < 1.2e-16::double then 1.2e-16::double else given.tail end
        end
    )[1];
