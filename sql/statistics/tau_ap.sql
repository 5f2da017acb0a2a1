-- AP correlation of an estimated ranking with the true ranking: Kendall's tau with more weight on swaps at the top.
--
-- source: E. Yilmaz, J. A. Aslam and S. Robertson, "A new rank correlation coefficient for information retrieval",
--     SIGIR 2008; for ties J. Urbano and M. Marrero, "The treatment of ties in AP correlation", ICTIR 2017, tau_ap,a
-- params:
--   xs: list of true values, higher is better
--   ys: list of estimated values in the same order of items
-- returns: from -1 to 1; pairs with a null are left out; null for fewer than two pairs, or if all values of a list are tied
-- caveats: not symmetric. Ties in ys: the mean over all orders of the tied items. Ties in xs: neither right nor wrong, so
--     that the largest possible value is below 1. Round system means to twelve decimals first, or float noise breaks ties
-- example: select statistics.tau_ap([0.9, 0.8, 0.7, 0.6], [0.8, 0.9, 0.7, 0.6])
create or replace macro statistics.tau_ap(xs, ys) as
    list_transform(
        [struct_pack(
            xs := statistics.known(xs, ys),
            ys := statistics.known(ys, xs),
            rising := list_sort(statistics.known(ys, xs)),
            falling := list_reverse_sort(statistics.known(ys, xs))
        )],
        lambda given: list_sum(
            list_transform( -- noqa: LT01
                given.ys, -- noqa: PRS
                lambda y, place: list_sum(
                    list_transform(
                        given.ys,
                        lambda above, other: case when above > y then sign(given.xs[other] - given.xs[place]) else 0 end
                    )
                )
                -- averaged over all possible numbers of items above it within its group of ties, which are equally likely
                * coalesce(
                    list_avg([
                        1 / num_above
                        for num_above in range(
                            greatest(list_position(given.falling, y) - 1, 1),
                            len(given.ys) + 1 - list_position(given.rising, y)
                        )
                    ]),
                    0
                )
            )
        )
        / case
            when given.rising[1] < given.falling[1] and list_min(given.xs) < list_max(given.xs) then len(given.ys) - 1
        end
    )[1];
