-- Confidence interval of a correlation: quantiles of the correlation over resampled topics, shifted so that the median equals
-- the correlation on all topics.
--
-- source: Efron 1979, percentile method; resampled topics contain duplicates, so their rankings are noisier than the
--     ranking by all topics, and unshifted percentiles may all lie below the correlation
-- params:
--   estimate: the correlation on all topics
--   quantiles: list of the lower end, the median and the upper end over the resamplings
--   lowest: smallest possible value
-- returns: {low, high}, within lowest and 1; null if the estimate is null
-- example: select statistics.centred_interval(0.9, [0.7, 0.8, 0.85])
create or replace macro statistics.centred_interval(estimate, quantiles, lowest := -1) as
    struct_pack(
        low := case
            when estimate is not null and quantiles is not null
                then greatest(lowest, estimate + least(quantiles[1] - quantiles[2], 0))
        end,
        high := case
            when estimate is not null and quantiles is not null
                then least(1, estimate + greatest(quantiles[3] - quantiles[2], 0))
        end
    );
