-- Pairs that differ in the first of two equally long lists, among those known in both.
--
-- source: M. G. Kendall, "The treatment of ties in ranking problems", Biometrika 33 (1945)
-- returns: number of pairs with different xs whose xs and ys are both known
-- example:
--   select statistics.kendall_untied([1, 1, 3], [1, 3, 2]);
create or replace macro statistics.kendall_untied(xs, ys) as
    list_transform(
        -- xs may be texts or pairs here, which statistics.known does not take
        [
            list_transform(
                list_filter(list_zip(xs, ys), lambda pair: pair[1] is not null and pair[2] is not null),
                lambda pair: pair[1]
            )
        ],
        lambda held: (
            len(held) * len(held)
            - coalesce(list_sum([number * number for number in map_values(list_aggregate(held, 'histogram'))]), 0)
        ) / 2
    )[1];
