-- Kendall's tau-b among the best items of a list only.
--
-- source: tau of the top k systems, as in studies of pools and judges; statistics.kendall_tau_b
-- params:
--   xs: list of numbers that decide which items are best, higher is better
--   k: number of best items; items that tie with the k-th are included
-- returns: from -1 to 1; pairs with a null are left out; null if all values of a list are tied
-- example: select statistics.kendall_tau_top([4, 3, 2, 1], [3, 4, 2, 1], 3)
create or replace macro statistics.kendall_tau_top(xs, ys, k) as
    list_transform(
        [struct_pack(
            pairs := list_zip(statistics.known(xs, ys), statistics.known(ys, xs)),
            least := list_reverse_sort(statistics.known(xs, ys))[least(k, len(statistics.known(xs, ys)))]
        )],
        lambda given: statistics.kendall_tau_b(
            [pair[1] for pair in given.pairs if pair[1] >= given.least],
            [pair[2] for pair in given.pairs if pair[1] >= given.least]
        )
    )[1];
