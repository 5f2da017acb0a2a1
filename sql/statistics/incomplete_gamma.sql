-- The regularized lower incomplete gamma function, by its power series.
--
-- source: NIST Digital Library of Mathematical Functions, 8.7.1; scipy.special.gammainc
-- params:
--   a: shape, above 0
--   x: 0 or more
-- returns: P(a, x), from 0 to 1
-- caveats: 1000 terms serve up to x of about 700
-- example: select statistics.incomplete_gamma(0.5, 2)
create or replace macro statistics.incomplete_gamma(a, x) as
    case
        when x is null then null
        when x <= 0 then 0.0::double
        else least(
            list_sum([exp((a + n) * ln(x) - x - lgamma(a + n + 1)) for n in range(0, 1000)]),
            1.0::double
        )
    end;
