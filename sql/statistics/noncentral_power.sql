-- The power of an F test, or of a two-sided t-test as the F test of t squared: the probability of a statistic above the
-- critical value if there is a real effect.
--
-- source: the noncentral F distribution as a Poisson mixture of incomplete betas (NIST Digital Library of Mathematical
--     Functions, 8.17.20 for their differences; N. L. Johnson, S. Kotz and N. Balakrishnan, Continuous Univariate
--     Distributions 2, chapter 30); scipy.stats.ncf.sf; G*Power and statsmodels' TTestPower use the same tails
-- params:
--   noncentrality: noncentrality of the F distribution, 0 or more: effect * effect * n for a paired t-test
--   df: degrees of freedom of the effect, 1 for a t-test
--   df_error: degrees of freedom of the error
--   critical: critical value of F, or of t squared
--   alpha: probability of a statistic above critical if there is no effect
-- returns: from alpha to 1, accurate to about 1e-10; a sum of non-negative terms, so nothing cancels; null if an argument
--     is null or infinite, or a degree of freedom is not above 0
-- example: select statistics.noncentral_power(53 * 0.3 ** 2, 1, 52, statistics.student_critical(52, 0.05) ** 2, 0.05)
create or replace macro statistics.noncentral_power(noncentrality, df, df_error, critical, alpha) as
    list_transform(
        [struct_pack(
            half := case
                when isfinite(cast(noncentrality as double)) and noncentrality >= 0 and df > 0 and df_error > 0
                    then cast(noncentrality as double) / 2
            end,
            a := case when df > 0 then cast(df as double) / 2 end,
            b := case when df_error > 0 then cast(df_error as double) / 2 end,
            -- x / (1 - x) for the incomplete beta function
            odds := cast(critical as double) * df / df_error,
            alpha := cast(alpha as double)
        )],
        lambda given: list_transform( -- noqa: LT01
            [list_reduce( -- noqa: PRS
                [
                    struct_pack(
                        -- increase of the probability above the critical value when the shape grows by one
                        beyond := exp(
                            (given.a + i) * ln(given.odds) - (given.a + given.b + i) * ln(1 + given.odds)
                            + lgamma(given.a + given.b + i) - lgamma(given.a + i + 1) - lgamma(given.b)
                        ),
                        -- probability that the Poisson variable equals i
                        share := case
                            when given.half > 0 then exp(i * ln(given.half) - given.half - lgamma(i + 1))
                            when i = 0 then 1
                            else 0
                        end,
                        power := cast(0 as double)
                    )
                    for i in range(cast(
                        least(
                            20 + coalesce(given.half, 0) + 9 * sqrt(given.half),
                            60 + given.a * given.odds * 2 + 40 / ln(1 + 1 / given.odds),
                            100000
                        ) as bigint
                    ))
                ],
                lambda sofar, term: struct_pack(
                    beyond := sofar.beyond + term.beyond,
                    share := sofar.share + term.share,
                    power := sofar.power + term.share * sofar.beyond
                ),
                struct_pack(beyond := cast(0 as double), share := cast(0 as double), power := cast(0 as double))
            )],
            lambda total: case
                when given.half is not null and total.power is not null
                    then least(given.alpha + total.power + greatest(1 - total.share, 0) * total.beyond, 1)
            end
        )[1]
    )[1];
