-- The regularized incomplete beta function by its power series in x, as many terms as it needs.
--
-- source: NIST Digital Library of Mathematical Functions, 8.17.8
-- params:
--   x: from 0 to below 1
--   a: first shape, above 0
--   b: second shape, above 0
-- returns: I_x(a, b), from 0 to 1; relative error about 1e-12
-- caveats: slow towards x = 1, where statistics.incomplete_beta turns it round
-- example: select statistics.beta_series(0.3, 2, 3)
create or replace macro statistics.beta_series(x, a, b) as
    case
        when x <= 0 then 0.0::double
        else
            exp(a * ln(x) + b * ln(1 - x) + lgamma(a + b) - lgamma(a + 1) - lgamma(b))
            * list_sum([
                exp(lgamma(a + b + n) - lgamma(a + b) - lgamma(a + 1 + n) + lgamma(a + 1) + n * ln(x))
                for n in range(0, 2 * cast(statistics.beta_series_cost(x, b) as bigint))
            ])
    end;
