-- Rank-biased overlap of two orders of the same items by their values, averaged over all orders of tied items.
--
-- source: M. Corsi and J. Urbano, "The treatment of ties in rank-biased overlap", SIGIR 2024, RBO^a; W. Webber, A. Moffat
--     and J. Zobel, ACM TOIS 28 (2010), RBO_EXT, which is linear in the overlaps, so that the mean overlap at each depth is
--     sufficient
-- params:
--   first_values: value of each item in the first order, higher is better
--   second_values: value of each item in the second order; both lists have the same order of items
--   p: persistence: how far down a reader looks, between 0 and 1
-- returns: from 0 to 1; null for no items, or if all values of a list are equal
-- example: select statistics.rbo_of_values([3, 2, 2], [1, 2, 3])
create or replace macro statistics.rbo_of_values(first_values, second_values, p := 0.9) as
    list_transform( -- noqa: PRS
        [struct_pack(
            items := list_zip(statistics.tied_places(first_values), statistics.tied_places(second_values)),
            is_order := len(list_distinct(first_values)) > 1 and len(list_distinct(second_values)) > 1,
            p := statistics.rbo_p(p)
        )],
        lambda given: case
            when given.is_order
                then list_transform(
                    -- an item without ties is fully shared from some depth on; only tied items are shared in part
                    [struct_pack(
                        depths := list_transform(
                            list_filter(given.items, lambda item: item[1].size = 1 and item[2].size = 1),
                            lambda item: greatest(item[1].above, item[2].above) + 1
                        ),
                        tied := list_filter(given.items, lambda item: item[1].size > 1 or item[2].size > 1),
                        longest := len(given.items)
                    )],
                    lambda seen: list_sum(list_transform(
                        range(1, seen.longest + 1),
                        lambda d: (
                            len(list_filter(seen.depths, lambda depth: depth <= d))
                            + coalesce(list_sum(list_transform(
                                seen.tied,
                                lambda item: least(1, greatest(0, (d - item[1].above) / item[1].size))
                                * least(1, greatest(0, (d - item[2].above) / item[2].size))
                            )), 0)
                        ) / d * ((1 - given.p) * given.p ** (d - 1) + if(d = seen.longest, given.p ** d, 0))
                    ))
                )[1]
        end
    )[1];
