-- The power of a paired two-sided t-test: the probability that a true difference of this size is significant with n topics.
--
-- source: the noncentral t distribution; statsmodels.stats.power.TTestPower
-- params:
--   effect: standardised difference of the means, d_z of statistics.effect_sizes; its sign is ignored
--   n: number of topics
--   alpha: significance level
-- returns: from alpha to 1; null if the effect is null or n is below 2
-- caveats: accurate to 1e-9 for up to a million topics; more topics are treated as a million degrees of freedom
-- example: select statistics.t_power(0.3, 53)
create or replace macro statistics.t_power(effect, n, alpha := 0.05) as
    case
        when n >= 2 and isfinite(cast(effect as double))
            then statistics.noncentral_power(
                cast(effect as double) ** 2 * n,
                1,
                least(n - 1, 1000000),
                statistics.student_critical(least(n - 1, 1000000), alpha) ** 2,
                alpha
            )
    end;
