-- Delta relative improvement (DeltaRI): how much smaller the relative improvement over the baseline is in a reproduction.
--
-- source: T. Breuer and others, "How to measure the reproducibility of system-oriented IR experiments", SIGIR 2020;
--     repro_eval's DRI
-- params:
--   advanced: list of per-topic values of the original run
--   baseline: list of per-topic values of the original baseline
--   advanced_again: list of per-topic values of the reproduced run
--   baseline_again: list of per-topic values of the reproduced baseline
-- returns: 0 for the same improvement, above 0 for a smaller improvement; null if the mean of a baseline is 0, or a value is
--     NaN or infinite
-- caveats: each list has one value per topic; the reproduction may use other topics
-- example: select statistics.delta_relative_improvement([0.5, 0.6], [0.4, 0.4], [0.5, 0.5], [0.4, 0.4])
create or replace macro statistics.delta_relative_improvement(advanced, baseline, advanced_again, baseline_again) as
    list_transform(
        [
            (list_avg(advanced) - list_avg(baseline)) / nullif(list_avg(baseline), 0)
            - (list_avg(advanced_again) - list_avg(baseline_again)) / nullif(list_avg(baseline_again), 0)
        ],
        lambda change: case when isfinite(change) then change end
    )[1];
