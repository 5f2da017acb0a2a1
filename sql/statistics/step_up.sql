-- p-values of one family adjusted by a step-up procedure. Each p-value is multiplied by `factor` and the number of tests,
-- divided by its position, 1 for the smallest, and capped at the adjusted value of the next larger p-value.
--
-- source: used by statistics.benjamini_hochberg and statistics.benjamini_yekutieli
-- params:
--   p_values: list of p-values; nulls (tests without a p-value) and values outside 0 to 1 are not counted, and their adjusted
--     value is null
--   factor: 1, or the correction for dependent tests
-- returns: list of adjusted p-values in the given order
-- example: select statistics.step_up([0.01, 0.04, 0.03, 0.5], 1)
create or replace macro statistics.step_up(p_values, factor) as
    list_transform(
        [struct_pack(
            p_values := p_values,
            factor := factor,
            sorted := list_sort(list_filter(p_values, lambda p: p between 0 and 1))
        )],
        lambda given: list_transform( -- noqa: LT01
            [list_transform(given.sorted, lambda p, place: p * given.factor * len(given.sorted) / place)], -- noqa: PRS
            lambda scaled: list_transform(
                given.p_values,
                lambda p: case
                    when p between 0 and 1 then least(list_min(scaled[list_position(given.sorted, p):]), 1)
                end
            )
        )[1]
    )[1];
