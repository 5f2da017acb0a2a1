-- The smallest standardised difference that a paired two-sided t-test over n topics finds with the given power.
--
-- source: inverse of statistics.t_power by bisection; statsmodels.stats.power.TTestPower.solve_power
-- params:
--   n: number of topics
--   alpha: significance level
-- returns: d_z, to 1e-9; null if n is below 2 or power is not above alpha
-- caveats: multiply by the standard deviation of the differences to get a difference in units of the measure
-- example: select statistics.detectable_effect(53)
create or replace macro statistics.detectable_effect(n, power := 0.8, alpha := 0.05) as
    list_transform( -- noqa: PRS
        [struct_pack(
            n := case when n >= 2 then n end,
            power := cast(power as double),
            alpha := cast(alpha as double),
            critical := statistics.student_critical(
                case when n >= 2 then least(n - 1, 1000000) else 1 end, cast(alpha as double)
            )
        )],
        lambda given: case
            when given.n is not null and given.power > given.alpha and given.power < 1
                then list_reduce(
                    -- bisection over sqrt(n) times the effect, which lies below twice the critical t plus six
                    [given.critical + 3] || [(given.critical + 3) / 2 ** halving for halving in range(1, 44)],
                    lambda shift, step: shift + case
                        when statistics.noncentral_power(
                            shift * shift, 1, least(given.n - 1, 1000000), given.critical ** 2, given.alpha
                        ) < given.power
                            then step
                        else -step
                    end
                ) / sqrt(given.n)
        end
    )[1];
