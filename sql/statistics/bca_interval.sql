-- Bias-corrected and accelerated (BCa) bootstrap interval of a mean, from the values and the means of resamples.
--
-- source: B. Efron, "Better bootstrap confidence intervals", JASA 82 (1987); scipy.stats.bootstrap(method='BCa')
-- params:
--   values_of: list of the values
--   resampled: list of the means of resamples
-- returns: {low, high}; null if the mean lies above or below all of the resamples, or if all values are equal
-- example: select statistics.bca_interval([1, 2, 3, 9], [2.5, 3.75, 3.0, 5.25, 4.0], 0.8)
create or replace macro statistics.bca_interval(values_of, resampled, confidence := 0.95) as
    list_transform(
        [struct_pack(
            mean := list_avg(values_of),
            deviations := list_transform(
                [struct_pack(list := values_of, mean := list_avg(values_of))],
                lambda given: list_transform(given.list, lambda x: given.mean - x)
            )[1],
            -- without a spread, resamples carry no information
            resampled := case when list_min(values_of) < list_max(values_of) then list_sort(resampled) end,
            confidence := confidence
        )],
        lambda given: list_transform(
            [struct_pack(
                -- share of resamples below the mean, half of those equal to it included
                bias := statistics.normal_quantile(
                    (
                        len(list_filter(given.resampled, lambda x: statistics.difference(x, given.mean) < 0))
                        + len(list_filter(given.resampled, lambda x: statistics.difference(x, given.mean) <= 0))
                    ) / (2 * len(given.resampled))
                ),
                -- leaving one value out changes the mean by its deviation / (n - 1); the factor cancels
                acceleration := coalesce(
                    list_sum([-x ** 3 for x in given.deviations])
                    / (6 * nullif(list_sum([x ** 2 for x in given.deviations]), 0) ** 1.5),
                    0
                ),
                z := statistics.normal_quantile((1 - given.confidence) / 2)
            )],
            lambda curve: struct_pack(
                low := statistics.list_quantile(
                    given.resampled,
                    statistics.normal_cdf(
                        curve.bias + (curve.bias + curve.z) / (1 - curve.acceleration * (curve.bias + curve.z))
                    )
                ),
                high := statistics.list_quantile(
                    given.resampled,
                    statistics.normal_cdf(
                        curve.bias + (curve.bias - curve.z) / (1 - curve.acceleration * (curve.bias - curve.z))
                    )
                )
            )
        )[1]
    )[1];
