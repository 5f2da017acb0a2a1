-- The value that a standard normal variable stays below with a given probability.
--
-- source: scipy.stats.norm.ppf; Abramowitz and Stegun 26.2.23 for the initial value, refined by Newton's method
-- params:
--   p: probability, above 0 and below 1
-- returns: the quantile; null if p is not between 0 and 1
-- caveats: relative error below 1e-10
-- example: select statistics.normal_quantile(0.975)
create or replace macro statistics.normal_quantile(p) as
    list_transform( -- noqa: PRS
        [struct_pack(tail := least(p, 1 - p)::double, side := sign(p - 0.5::double))],
        lambda given: case
            when given.tail > 0 and given.tail < 1
                then given.side * list_reduce(
                    [0.0::double, 0, 0, 0],
                    lambda x, step: x + (statistics.normal_cdf(-x) - given.tail) * sqrt(2 * pi()) * exp(x * x / 2),
                    list_transform(
                        [sqrt(-2 * ln(given.tail))],
                        lambda s: s - (2.515517 + s * (0.802853 + s * 0.010328))
                        / (1 + s * (1.432788 + s * (0.189269 + s * 0.001308)))
                    )[1]
                )
        end
    )[1];
