-- Effect ratio (ER): the mean improvement of a reproduced run over a reproduced baseline, as a share of the original
-- improvement.
--
-- source: T. Breuer and others, "How to measure the reproducibility of system-oriented IR experiments", SIGIR 2020;
--     repro_eval's ER
-- params:
--   advanced: list of per-topic values of the original run
--   baseline: list of per-topic values of the original baseline
--   advanced_again: list of per-topic values of the reproduced run
--   baseline_again: list of per-topic values of the reproduced baseline
-- returns: 1 for the same effect, between 0 and 1 for a weaker effect, below 0 for a reversed effect; null if the original
--     shows no effect, or a value is NaN or infinite
-- caveats: each list has one value per topic; the reproduction may use other topics
-- example: select statistics.effect_ratio([0.5, 0.6], [0.4, 0.4], [0.5, 0.5], [0.4, 0.4])
create or replace macro statistics.effect_ratio(advanced, baseline, advanced_again, baseline_again) as
    -- twelve decimals only decide whether there is an effect; small effects are not rounded
    case
        when statistics.difference(list_avg(advanced), list_avg(baseline)) <> 0
            then list_transform(
                [
                    (list_avg(advanced_again) - list_avg(baseline_again)) / (list_avg(advanced) - list_avg(baseline))
                ],
                lambda ratio: case when isfinite(ratio) then ratio end
            )[1]
    end;
