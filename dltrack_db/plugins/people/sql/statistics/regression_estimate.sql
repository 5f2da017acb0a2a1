-- Estimate of the mean of a variable that is known for n of N items, with the help of another variable that is known for all N
-- items.
--
-- source: W. G. Cochran, "Sampling Techniques" (1977), section 7.3, with a slope from 0 to 1; the same as PPI++
--     (Angelopoulos, Duchi and Zrnic 2023) with lambda = slope (N - n) / N
-- params:
--   ys: list of values of the variable on n items
--   fs: list of values of the other variable on the same items, in the same order
--   others: list of values of the other variable on the remaining N - n items
-- returns: {estimate, lambda, error, error_of_others}: estimate of the mean over the N items; weight of the other
--     variable; standard error for the mean over the N items; standard error for the mean over all similar items, null for a
--     single other item. Both standard errors have n - 2 degrees of freedom
-- caveats: standard errors are null if n is below 3; the slope is 0 if all values in fs are equal
-- example: select statistics.regression_estimate([0.2, 0.4, 0.9], [0.3, 0.4, 0.8], [0.5, 0.6])
create or replace macro statistics.regression_estimate(ys, fs, others) as
    list_transform(
        list_transform(
            list_transform(
                [struct_pack(
                    pairs := list_zip(ys, fs),
                    n := len(ys),
                    m := coalesce(len(others), 0),
                    y := list_avg(ys),
                    f := list_avg(fs),
                    range_of_f := list_max(fs) - list_min(fs),
                    f_of_others := coalesce(list_avg(others), 0),
                    variance_of_others := list_var_samp(others)
                )],
                lambda given: struct_insert(
                    given,
                    slope := case
                        when given.range_of_f > 2e-12::double
                            then list_sum([(pair[1] - given.y) * (pair[2] - given.f) for pair in given.pairs])
                            / list_sum([(pair[2] - given.f) ** 2 for pair in given.pairs])
                        else 0
                    end
                )
            ),
            lambda fitted: struct_insert(
                fitted,
                limited := greatest(0, least(1, fitted.slope)),
                weight := greatest(0, least(1, fitted.slope)) * fitted.m / (fitted.n + fitted.m)
            )
        ),
        lambda fitted: struct_pack(
            estimate := fitted.y + fitted.weight * (fitted.f_of_others - fitted.f),
            "lambda" := fitted.weight,
            error := sqrt(
                list_sum([
                    (pair[1] - fitted.y - fitted.limited * (pair[2] - fitted.f)) ** 2 for pair in fitted.pairs
                ])
                / case when fitted.n > 2 then fitted.n - 2 end / fitted.n * fitted.m / (fitted.n + fitted.m)
            ),
            error_of_others := sqrt(
                list_sum([
                    (pair[1] - fitted.y - fitted.weight * (pair[2] - fitted.f)) ** 2 for pair in fitted.pairs
                ])
                / case when fitted.n > 2 then fitted.n - 2 end / fitted.n
                + case
                    when fitted.weight = 0 then 0
                    else fitted.weight ** 2 * fitted.variance_of_others / fitted.m
                end
            )
        )
    )[1];
