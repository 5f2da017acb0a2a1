-- Confidence interval of a standardised mean difference: the effects for which the t that was found is no surprise.
--
-- source: inversion of the noncentral t distribution; G. Cumming and S. Finch, "A primer on the understanding, use, and
--     calculation of confidence intervals", Educational and Psychological Measurement 61 (2001)
-- params:
--   effect: standardised mean difference d_z
--   n: number of topics
-- returns: {low, high} to 1e-6; nulls where the effect is unknown or n below 2
-- example: select statistics.effect_interval(0.3, 53)
create or replace macro statistics.effect_interval(effect, n, confidence := 0.95) as
    list_transform( -- noqa: PRS
        [struct_pack(
            t := cast(effect as double) * sqrt(n),
            n := cast(n as double),
            df := case when n >= 2 then cast(n as double) - 1 end,
            spread := sqrt(1 + cast(effect as double) ** 2 * n / (2 * nullif(n - 1, 0))),
            confidence := cast(confidence as double),
            z := statistics.normal_quantile((1 + cast(confidence as double)) / 2)
        )],
        lambda given: list_transform( -- noqa: LT01
            [[ -- noqa: PRS
                case
                    -- halving where the normal distribution is a bad guide
                    when given.df < 10
                        then list_reduce(
                            [given.t] || [
                                (given.z + 2) * given.spread / 2 ** halving for halving in range(1, 36)
                            ],
                            lambda shift, step: shift + case
                                when statistics.noncentral_t(given.t, given.df, shift) > side.share then step
                                else -step
                            end
                        ) / sqrt(given.n)
                    when given.df >= 10
                        then list_reduce(
                            [cast(0 as double) for step in range(3)],
                            lambda shift, step: shift
                            + (statistics.noncentral_t(given.t, given.df, shift) - side.share)
                            * given.spread * sqrt(2 * pi()) * exp(given.z * given.z / 2),
                            given.t * (1 - 1 / (4 * given.df)) + side.sign * given.z * given.spread
                        ) / sqrt(given.n)
                end
                for side in [
                    struct_pack(sign := -1, share := (1 + given.confidence) / 2),
                    struct_pack(sign := 1, share := (1 - given.confidence) / 2)
                ]
            ]],
            lambda ends: struct_pack(low := ends[1], high := ends[2])
        )[1]
    )[1];
