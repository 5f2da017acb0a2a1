-- The regularized incomplete beta function, computed by 200 terms of its continued fraction.
--
-- source: NIST Digital Library of Mathematical Functions, 8.17.22
-- params:
--   x: from 0 to (a + 1) / (a + b + 2); for larger x statistics.incomplete_beta swaps the arguments
--   a: first shape, above 0
--   b: second shape, above 0
-- returns: I_x(a, b), from 0 to 1
-- example: select statistics.beta_fraction(0.3, 2, 3)
create or replace macro statistics.beta_fraction(x, a, b) as
    list_transform(
        [struct_pack(x := cast(x as double), a := cast(a as double), b := cast(b as double))],
        lambda given: exp(
            given.a * ln(given.x) + given.b * ln(1 - given.x)
            + lgamma(given.a + given.b) - lgamma(given.a + 1) - lgamma(given.b)
        )
        -- from the last term to the first: each term divided by one plus the result so far
        / list_reduce( -- noqa: LT01
            list_transform(
                range(200, 0, -1),
                lambda n: case
                    when n % 2 = 0
                        then n // 2 * (given.b - n // 2) * given.x / ((given.a + n - 1) * (given.a + n))
                    else -(given.a + n // 2) * (given.a + given.b + n // 2) * given.x
                        / ((given.a + n - 1) * (given.a + n))
                end
            ), -- noqa: PRS
            lambda behind, term: 1 + term / behind,
            cast(1 as double)
        )
    )[1];
