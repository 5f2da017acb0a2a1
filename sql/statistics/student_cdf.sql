-- The cumulative distribution of Student's t: the probability that a variable stays below a value.
--
-- source: scipy.stats.t.cdf; statistics.student_two_sided
-- params:
--   t: the value
-- returns: strictly between 0 and 1, even if rounding to a double would give 0 or 1; null if t is null or NaN or df is not
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
