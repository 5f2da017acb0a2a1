-- How many standard errors a true difference must be away from 0 for a two-sided normal test to have the given power.
--
-- source: the root of normal_cdf(shift - z) + normal_cdf(-shift - z) = power by Newton's method
-- params:
--   alpha: significance level
-- returns: the number of standard errors, about 2.8 for 80 % at 0.05; 0 if power is not above alpha
-- example: select statistics.normal_shift(0.8, 0.05)
create or replace macro statistics.normal_shift(power, alpha) as
    list_transform( -- noqa: PRS
        [struct_pack(
            power := cast(power as double),
            alpha := cast(alpha as double),
            z := statistics.normal_quantile(1 - cast(alpha as double) / 2)
        )],
        lambda given: case
            when given.power <= given.alpha then 0.0::double
            else list_reduce(
                [0.0::double, 0, 0, 0, 0, 0],
                lambda shift, step: shift - (
                    statistics.normal_cdf(shift - given.z) + statistics.normal_cdf(-shift - given.z) - given.power
                ) * sqrt(2 * pi())
                / (exp(-0.5 * (shift - given.z) ** 2) - exp(-0.5 * (shift + given.z) ** 2)),
                greatest(given.z + statistics.normal_quantile(given.power), 0.5)
            )
        end
    )[1];
