-- How many topics a paired two-sided t-test needs to find a difference of a given size with the given power.
--
-- source: the smallest n for which statistics.t_power is sufficient, searched for around W. C. Guenther, "Sample size
--     formulas for normal theory t tests", The American Statistician 35 (1981); T. Sakai, "Topic set size design",
--     Information Retrieval Journal 19 (2016); statsmodels.stats.power.TTestPower.solve_power, rounded up
-- params:
--   effect: standardised difference of the means, d_z of statistics.effect_sizes; its sign is ignored
--   alpha: significance level, from 0.001
-- returns: number of topics, from 2; null if the effect is 0 or null, or if more than 1e15 topics are needed
-- caveats: if the effect was measured, the result is as uncertain as the effect
-- example: select statistics.topics_needed(0.3)
create or replace macro statistics.topics_needed(effect, power := 0.8, alpha := 0.05) as
    list_transform(
        [struct_pack(
            effect := case when isfinite(cast(effect as double)) then cast(effect as double) end,
            power := cast(power as double),
            alpha := cast(alpha as double),
            guess := least(
                (statistics.normal_shift(power, alpha) / nullif(if(isfinite(effect), cast(effect as double), 0), 0)) ** 2
                + statistics.normal_quantile(1 - cast(alpha as double) / 2) ** 2 / 2,
                1e16
            )
        )],
        lambda given: list_transform(
            -- the error of Guenther's formula is below 15 / n: usually one candidate is left
            [struct_pack(
                low := greatest(cast(ceil(given.guess - least(15 / given.guess, 3)) as bigint), 2),
                high := cast(ceil(given.guess + least(15 / given.guess, 3)) as bigint)
            )],
            lambda around: case
                when given.guess < 1e15
                    then coalesce(
                        list_filter(
                            range(around.low, around.high),
                            lambda n: statistics.t_power(given.effect, n, given.alpha) >= given.power
                        )[1],
                        around.high
                    )
            end
        )[1]
    )[1];
