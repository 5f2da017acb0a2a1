-- The p-value of a chi-squared statistic with an integer number of degrees of freedom.
--
-- source: Abramowitz and Stegun 26.4.4 and 26.4.5, finite sums; scipy.stats.chi2.sf
-- params:
--   x: the statistic, 0 or more
--   df: degrees of freedom, an integer from 1
-- returns: above 0, up to 1, accurate to 1e-11; null if an argument is null
-- example: select statistics.chi_squared_tail(5.99, 2)
create or replace macro statistics.chi_squared_tail(x, df) as
    list_transform(
        [struct_pack(x := if(cast(x as double) = 'inf'::double, 1e300, cast(x as double)), df := cast(df as bigint))],
        lambda given: case
            when isnan(given.x) or not given.df >= 1 then null
            when given.x <= 0 then cast(1 as double)
            when given.x > 0
                then greatest(
                    case when given.df % 2 = 1 then statistics.normal_two_sided(sqrt(given.x)) else 0 end
                    + coalesce(
                        list_sum([
                            exp(
                                (term + given.df % 2 / 2) * ln(given.x / 2) - given.x / 2
                                - lgamma(term + given.df % 2 / 2 + 1)
                            )
                            for term in range(given.df // 2)
                        ]),
                        0
                    ),
                    4.9406564584124654e-324::double -- the smallest double
                )
        end
    )[1];
