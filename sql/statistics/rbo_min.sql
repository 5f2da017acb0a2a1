-- The smallest possible rank-biased overlap of two rankings, for any items below the end of the lists.
--
-- source: W. Webber, A. Moffat and J. Zobel, "A similarity measure for indefinite rankings", ACM TOIS 28 (2010),
--     RBO_MIN, equation 11
-- params:
--   p: persistence: how far down a reader looks, between 0 and 1
-- returns: from 0 to 1; null if a list is empty
-- caveats: the lists must not contain duplicates; tied items are used in list order
-- example: select statistics.rbo_min(['a', 'b', 'c'], ['b', 'a', 'd', 'c'], p := 0.9)
create or replace macro statistics.rbo_min(first_items, second_items, p := 0.9) as
    list_transform( -- noqa: PRS
        [struct_pack(
            overlaps := statistics.rbo_overlaps(first_items, second_items),
            short := least(len(first_items), len(second_items)),
            long := greatest(len(first_items), len(second_items)),
            p := statistics.rbo_p(p)
        )],
        lambda seen: case
            when seen.short > 0
                then (1 - seen.p) / seen.p * (
                    list_sum(list_transform(
                        seen.overlaps,
                        lambda overlap, depth: (overlap - seen.overlaps[seen.long]) * seen.p ** depth / depth
                    ))
                    - seen.overlaps[seen.long] * ln(1 - seen.p)
                )
        end
    )[1];
