-- The interval of a correlation from its values over resamplings, moved so that their median lies at the correlation itself.
--
-- source: Efron 1979, percentile method; resampled topics hold some twice, so their rankings are noisier than that of all
--     topics, and percentiles as they are may lie below the correlation altogether
-- params:
--   estimate: the correlation on all topics
--   quantiles: list of the lower end, the median and the upper end over the resamplings
--   lowest: smallest possible value
-- returns: {low, high}, within lowest and 1; null where the estimate is
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
