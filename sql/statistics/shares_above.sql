-- Agreement of two orders above each item: of the items above it in one list, the share that is also above it in the other
-- list, averaged over the items.
--
-- source: one half of statistics.tau_ap_b
-- params:
--   xs: list of numbers, higher is better
--   ys: list of numbers in the same order of items; decides which items are above an item
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
