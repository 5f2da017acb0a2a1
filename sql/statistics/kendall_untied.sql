-- Number of pairs that differ in the first of two equally long lists, ignoring nulls in either list.
--
-- source: M. G. Kendall, "The treatment of ties in ranking problems", Biometrika 33 (1945)
-- returns: number of pairs with different xs whose xs and ys are not null
-- example:
--   select statistics.kendall_untied([1, 1, 3], [1, 3, 2]);
create or replace macro statistics.kendall_untied(xs, ys) as
    list_transform(
        -- statistics.known cannot be used: xs may be texts or pairs here
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
