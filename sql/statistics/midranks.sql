-- The rank of each value of a list, 1 for the smallest; equal values share the mean of their ranks.
--
-- source: scipy.stats.rankdata(method='average')
-- params:
--   xs: list of values without nulls
-- returns: list of ranks, in the order of xs
-- example: select statistics.midranks([30, 10, 20, 10])
create or replace macro statistics.midranks(xs) as
    list_transform(
        [struct_pack(xs := xs, rising := list_sort(xs), falling := list_reverse_sort(xs))],
        lambda given: list_transform(
            given.xs,
            lambda x: (list_position(given.rising, x) + len(given.xs) + 1 - list_position(given.falling, x)) / 2
        )
    )[1];
