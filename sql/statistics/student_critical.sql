-- Critical value of Student's two-sided t-test: the smallest absolute t that is significant.
--
-- source: inverse of statistics.student_two_sided by Newton's method on logarithms, starting from Abramowitz and Stegun 26.7.5
-- params:
--   df: degrees of freedom, from 1
--   alpha: significance level, from 1e-6 to below 1
-- returns: t with a two-sided p-value of alpha, to 1e-10; null if df is below 1 or alpha is not between 0 and 1
-- caveats: one critical value for all tests with the same number of topics is faster than a p-value for each test
-- example: select statistics.student_critical(52, 0.05)
create or replace macro statistics.student_critical(df, alpha) as
    list_transform( -- noqa: PRS
        [struct_pack(
            df := case when df >= 1 and alpha > 0 and alpha < 1 then cast(df as double) end,
            alpha := cast(alpha as double),
            z := statistics.normal_quantile(1 - cast(alpha as double) / 2)
        )],
        lambda given: list_reduce( -- noqa: LT01
            -- the expansion is accurate to ten digits from 30 degrees of freedom on, and too inaccurate below 5
            [
                cast(0 as double)
                for step in range(case when given.df < 5 then 12 when given.df < 200 then 3 else 2 end)
            ], -- noqa: PRS
            lambda t, step: list_transform(
                [statistics.student_two_sided(t, given.df)],
                lambda p: t * exp(
                    least(
                        ln(p / given.alpha) * p * sqrt(given.df * pi()) / (2 * t)
                        * exp(
                            lgamma(given.df / 2) - lgamma((given.df + 1) / 2)
                            + (given.df + 1) / 2 * ln(1 + t * t / given.df)
                        ),
                        1
                    )
                )
            )[1],
            case
                when given.df < 5 then sqrt(given.df) * given.alpha ** (-1 / given.df)
                else
                    given.z
                    + (given.z ** 3 + given.z) / (4 * given.df)
                    + (5 * given.z ** 5 + 16 * given.z ** 3 + 3 * given.z) / (96 * given.df ** 2)
                    + (3 * given.z ** 7 + 19 * given.z ** 5 + 17 * given.z ** 3 - 15 * given.z) / (384 * given.df ** 3)
            end
        )
    )[1];
