-- The distribution of Wilcoxon's statistic: how many of all assignments of signs give the positive ranks a sum of 0, 1, 2
-- and so on.
--
-- source: F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1 (1945); ranks are added one by
--     one: without the rank, the counts stay; with the rank, the counts move up by it
-- params:
--   ranks: list of integers above 0
-- returns: list of counts, the first for a sum of 0, the last for the sum of all ranks
-- caveats: counts are exact up to 53 ranks
-- example: select statistics.rank_sum_counts([1, 2, 3])
create or replace macro statistics.rank_sum_counts(ranks) as
    list_reduce( -- noqa: PRS
        list_transform(ranks, lambda rank: [cast(rank as double)]),
        lambda counts, rank: list_transform(
            list_zip(
                list_concat(counts, list_resize(cast([] as double[]), cast(rank[1] as bigint), 0)),
                list_concat(list_resize(cast([] as double[]), cast(rank[1] as bigint), 0), counts)
            ),
            lambda added: added[1] + added[2]
        ),
        [cast(1 as double)]
    );
