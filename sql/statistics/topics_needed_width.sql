-- How many topics are needed so that the confidence interval of the difference between two runs is on average no wider than a
-- given width.
--
-- source: T. Sakai, "Topic set size design", Information Retrieval Journal 19 (2016), section 4.3: the expected width
--     2 t(n - 1) E(s) / sqrt(n), E(s) by the gamma ratio of the chi distribution
-- params:
--   width: target width of the interval, from end to end
--   variance: variance of the differences, twice the residual of statistics.variance_components
-- returns: number of topics, at least 2; null if width or variance is 0, or if more than a million topics are needed
-- example: select statistics.topics_needed_width(0.1, 2 * 0.0216)
create or replace macro statistics.topics_needed_width(width, variance, confidence := 0.95) as
    list_transform( -- noqa: PRS
        [struct_pack(width := cast(width as double), variance := cast(variance as double), confidence := confidence)],
        lambda given: case
            when given.width > 0 and given.variance > 0 and isfinite(given.width) and isfinite(given.variance)
                then nullif(
                    1 + list_reduce( -- noqa: LT01
                        [0] || [cast(2 ** (20 - halving) as bigint) for halving in range(1, 21)], -- noqa: PRS
                        lambda low, step: low + case
                            when low + step < 2 or 2 * statistics.student_critical(
                                greatest(low + step - 1, 1), 1 - given.confidence
                            ) * sqrt(given.variance / (low + step)) * case
                                when low + step > 10000 then 1
                                else exp(lgamma((low + step) / 2) - lgamma(greatest(low + step - 1, 1) / 2))
                                    * sqrt(2 / greatest(low + step - 1, 1))
                            end > given.width
                                then step
                            else 0
                        end
                    ),
                    1048576
                )
        end
    )[1];
