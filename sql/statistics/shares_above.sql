-- Agreement of two orders: for each item, the share of the items above it by ys that are also above it by xs, averaged over all
-- items.
--
-- source: one of the two directions of statistics.tau_ap_b
-- params:
--   xs: list of numbers, higher is better
--   ys: list of numbers for the same items in the same order, higher is better
-- returns: from 0 to 1; null if all ys are tied
-- caveats: items with no item above them are ignored
-- example: select statistics.shares_above([4, 3, 2, 1], [3, 4, 2, 1])
create or replace macro statistics.shares_above(xs, ys) as
    list_avg(
        list_transform( -- noqa: LT01
            ys, -- noqa: PRS
            lambda y, place: list_sum(
                list_transform(ys, lambda above, other: (above > y and xs[other] > xs[place])::integer)
            )
            / nullif(len(list_filter(ys, lambda above: above > y)), 0)
        )
    );
