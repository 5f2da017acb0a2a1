-- Confidence interval of a standardised mean difference: the true effects that are consistent with the observed t.
--
-- source: inversion of the noncentral t distribution; G. Cumming and S. Finch, "A primer on the understanding, use, and
--     calculation of confidence intervals", Educational and Psychological Measurement 61 (2001)
-- params:
--   effect: standardised mean difference d_z
--   n: number of topics
-- returns: {low, high} accurate to 1e-6, relative to the effect if it is above 1; nulls if the effect is null or infinite,
--     n is below 2, or the effect is above 20 with more than 1000 topics (statistics.noncentral_t)
-- caveats: the running time does not depend on the effect
-- example: select statistics.effect_interval(0.3, 53)
create or replace macro statistics.effect_interval(effect, n, confidence := 0.95) as
    list_transform( -- noqa: PRS
        [struct_pack(
            t := cast(effect as double) * sqrt(n),
            n := cast(n as double),
            df := case when n >= 2 and isfinite(cast(effect as double)) then cast(n as bigint) - 1 end,
            spread := sqrt(1 + cast(effect as double) ** 2 * n / (2 * nullif(n - 1, 0))),
            confidence := cast(confidence as double),
            z := statistics.normal_quantile((1 + cast(confidence as double)) / 2),
            log_odds := case
                when confidence > 0 and confidence < 1
                    then ln((1 + cast(confidence as double)) / (1 - cast(confidence as double)))
            end
        )],
        lambda given: list_transform( -- noqa: LT01
            [[ -- noqa: PRS
                case
                    -- few topics: bisection, because the normal distribution is a poor approximation
                    when given.df < 10
                        then list_reduce(
                            [given.t] || [
                                (given.z + 2) * given.spread / 2 ** halving for halving in range(1, 41)
                            ],
                            lambda shift, step: shift + case
                                when statistics.noncentral_t(given.t, given.df, shift) > side.share then step
                                else -step
                            end
                        )
                    -- otherwise secants: the log odds are almost linear in the shift
                    when given.df >= 10
                        then list_reduce(
                            [
                                struct_pack(
                                    shift := cast(0 as double), miss := cast(0 as double), slope := cast(0 as double)
                                )
                                for step in range(7)
                            ],
                            lambda sofar, step: list_transform(
                                [sofar.shift - sofar.miss / sofar.slope],
                                lambda shift: list_transform(
                                    [statistics.noncentral_t(given.t, given.df, shift)],
                                    lambda below: list_transform(
                                        [case
                                            when below is not null
                                                then ln(greatest(below, 1e-300)) - ln(greatest(1 - below, 1e-16))
                                                - side.sign * given.log_odds
                                        end],
                                        lambda miss: struct_pack(
                                            shift := shift,
                                            miss := miss,
                                            slope := case
                                                when abs(shift - sofar.shift) > 1e-9 * given.spread
                                                    then (miss - sofar.miss) / (shift - sofar.shift)
                                                else sofar.slope
                                            end
                                        )
                                    )[1]
                                )[1]
                            )[1],
                            struct_pack(
                                shift := given.t * (1 - 1 / (4 * given.df)),
                                miss := -side.sign * given.log_odds,
                                slope := -given.log_odds / (given.z * given.spread)
                            )
                        ).shift
                end / sqrt(given.n)
                for side in [
                    struct_pack(sign := 1, share := (1 + given.confidence) / 2),
                    struct_pack(sign := -1, share := (1 - given.confidence) / 2)
                ]
            ]],
            lambda ends: struct_pack(low := ends[1], high := ends[2])
        )[1]
    )[1];
