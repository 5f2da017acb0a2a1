-- How much of what stands above an item by one list does so by another, too: the mean over the items.
--
-- source: one half of statistics.tau_ap_b
-- params:
--   xs: list of numbers, higher is better
--   ys: list of numbers in the same order, by which the items stand above each other
-- returns: from 0 to 1; null where ys is all ties
-- caveats: items above which nothing stands do not count
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
