-- statistics.noncentral_t by a sum of df / 2 terms.
--
-- source: D. B. Owen, "A special case of a bivariate non-central t-distribution", Biometrika 52 (1965), section 2
-- params:
--   t: the value, 0 or more
--   df: degrees of freedom, an integer from 1 to 1000
--   shift: noncentrality
-- returns: from 0 to 1, accurate to about 1e-13
-- example: select statistics.noncentral_t_sum(2.0, 52, 1.5)
create or replace macro statistics.noncentral_t_sum(t, df, shift) as
    list_transform(
        [struct_pack(
            df := cast(df as bigint),
            shift := cast(shift as double),
            a := cast(t as double) / sqrt(df),
            b := df / (df + cast(t as double) ** 2),
            -- the shift, scaled for the density of the squares
            near := cast(shift as double) * sqrt(df / (df + cast(t as double) ** 2))
        )],
        lambda given: list_transform(
            [given.a * sqrt(given.b) * exp(-(given.near ** 2) / 2) / sqrt(2 * pi())
                * statistics.normal_cdf(given.near * given.a)],
            lambda first: list_transform(
                [given.b * (
                    given.shift * given.a * first + given.a * exp(-(given.shift ** 2) / 2) / (2 * pi())
                )],
                lambda second: case
                    when given.df % 2 = 0
                        then statistics.normal_cdf(-given.shift)
                    else statistics.normal_cdf(-given.near) + 2 * statistics.owens_t(given.near, given.a)
                end
                + case when given.df % 2 = 0 then sqrt(2 * pi()) else 2 end
                * list_transform( -- noqa: LT01
                    [list_reduce( -- noqa: PRS
                        [
                            struct_pack(
                                place := k,
                                weight := cast(0 as double),
                                before := cast(0 as double),
                                last := cast(0 as double),
                                total := cast(0 as double)
                            )
                            for k in range(2, given.df - 1)
                        ], -- noqa: PRS
                        lambda sofar, next: struct_pack(
                            place := next.place,
                            weight := 1 / (next.place - 1) / sofar.weight,
                            before := sofar.last,
                            last := given.b * (next.place - 1) / next.place
                                * (sofar.weight * given.shift * given.a * sofar.last + sofar.before),
                            -- add every second term; the last term is added below
                            total := sofar.total + if((given.df - next.place) % 2 = 1, sofar.last, 0)
                        ),
                        struct_pack(
                            place := cast(1 as bigint),
                            weight := cast(1 as double),
                            before := first,
                            last := second,
                            total := if(given.df % 2 = 0, first, 0)
                        )
                    )],
                    lambda sums: sums.total + if(given.df > 2, sums.last, 0)
                )[1]
            )[1]
        )[1]
    )[1];
