-- The probability that a noncentral t variable stays below a value: the distribution of t where the effect is real.
--
-- source: R. V. Lenth, "Algorithm AS 243", Applied Statistics 38 (1989); scipy.stats.nct.cdf
-- params:
--   t: the value
--   shift: noncentrality: effect times the root of the number of topics
-- returns: from 0 to 1, to about 1e-10; null where an argument is unknown
-- example: select statistics.noncentral_t(2.0, 52, 1.5)
create or replace macro statistics.noncentral_t(t, df, shift) as
    list_transform(
        [struct_pack(
            t := abs(cast(t as double)),
            is_below := t < 0,
            -- seen from the other side where t is negative
            shift := case when t < 0 then -cast(shift as double) else cast(shift as double) end,
            b := case when df > 0 then cast(df as double) / 2 end,
            odds := cast(t as double) * t / df
        )],
        lambda given: list_transform( -- noqa: LT01
            [ -- noqa: PRS
                statistics.normal_cdf(-given.shift)
                + case
                    when given.odds > 0
                        then list_reduce(
                            [
                                struct_pack(
                                    share := case
                                        when given.shift = 0 then (i = 0)::double
                                        else exp(
                                            i / 2 * ln(given.shift * given.shift / 2)
                                            - given.shift * given.shift / 2 - lgamma(i / 2 + 1)
                                        ) * case when i % 2 = 1 then sign(given.shift) else 1 end
                                    end,
                                    step := exp(
                                        (i + 1) / 2 * ln(given.odds) - (given.b + (i + 1) / 2) * ln(1 + given.odds)
                                        + lgamma(given.b + (i + 1) / 2) - lgamma((i + 3) / 2) - lgamma(given.b)
                                    ),
                                    below := cast(0 as double),
                                    before := cast(0 as double),
                                    total := cast(0 as double)
                                )
                                for i in range(cast(
                                    40 + given.shift * given.shift + 14 * abs(given.shift) as bigint
                                ))
                            ],
                            -- the incomplete beta of two shapes in turn, halves and wholes
                            lambda sofar, term: struct_pack(
                                share := term.share,
                                step := term.step,
                                below := sofar.before,
                                before := sofar.below - term.step,
                                total := sofar.total + term.share * sofar.below
                            ),
                            struct_pack(
                                share := cast(0 as double),
                                step := cast(0 as double),
                                below := 1 - statistics.student_two_sided(given.t, 2 * given.b),
                                before := 1 - (1 + given.odds) ** -given.b,
                                total := cast(0 as double)
                            )
                        ).total / 2
                    else 0
                end
            ],
            lambda below: least(greatest(case when given.is_below then 1 - below else below end, 0), 1)
        )[1]
    )[1];
