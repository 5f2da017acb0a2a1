-- p-values of one family adjusted step by step from the largest: each times `factor` and the number of tests over its
-- place, and never above that of a larger one.
--
-- source: statistics.benjamini_hochberg and statistics.benjamini_yekutieli, which are made of it
-- params:
--   p_values: list of p-values; null for a test without one, which does not count;
--     what is not between 0 and 1 is taken as null
--   factor: 1, or what dependence costs
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
