-- How many topics are needed to test all runs at once (two-way analysis of variance) if the best and the worst run differ by a
-- given amount.
--
-- source: T. Sakai, "Topic set size design", Information Retrieval Journal 19 (2016), section 4.2: noncentrality n range^2
--     / (2 variance), the minimum for runs with that range; statsmodels' FTestAnovaPower (one-way)
-- params:
--   num_runs: number of runs, from 2
--   spread: difference between the best and the worst mean that the test should find
--   variance: residual variance, as in statistics.variance_components
--   alpha: significance level
--   is_paired: whether all runs have the same topics: (m - 1)(n - 1) degrees of freedom of the error, otherwise m (n - 1)
-- returns: number of topics, from 2; null if spread is 0, there is only one run, or more than 100000 topics are needed
-- cost: 3 s of processor time for one result
-- example: select statistics.topics_needed_anova(10, 0.1, 0.0216)
create or replace macro statistics.topics_needed_anova(
    num_runs, spread, variance, power := 0.8, alpha := 0.05, is_paired := true
) as
    list_transform( -- noqa: PRS
        [struct_pack(
            m := num_runs,
            each := cast(spread as double) ** 2 / (2 * nullif(variance, 0)),
            power := power,
            alpha := alpha,
            is_paired := is_paired
        )],
        lambda given: case
            when given.m >= 2 and given.each > 0 and isfinite(given.each)
                then nullif(
                    1 + list_reduce( -- noqa: LT01
                        [0] || [cast(2 ** (17 - halving) as bigint) for halving in range(1, 18)], -- noqa: PRS
                        lambda low, step: low + case
                            when statistics.noncentral_power(
                                (low + step) * given.each,
                                given.m - 1,
                                case when given.is_paired then given.m - 1 else given.m end
                                * greatest(low + step - 1, 1),
                                statistics.f_critical(
                                    given.m - 1,
                                    case when given.is_paired then given.m - 1 else given.m end
                                    * greatest(low + step - 1, 1),
                                    given.alpha
                                ),
                                given.alpha
                            ) < given.power or low + step < 2
                                then step
                            else 0
                        end
                    ),
                    131072
                )
        end
    )[1];
