-- Rank-biased overlap of two rankings, extrapolated: below the end of the lists, their last agreement is assumed to continue.
--
-- source: W. Webber, A. Moffat and J. Zobel, "A similarity measure for indefinite rankings", ACM TOIS 28 (2010),
--     RBO_EXT, equation 32; python package rbo, rbo_ext
-- params:
--   p: persistence: how far down a reader looks, between 0 and 1
-- returns: from 0 for nothing shared to 1 for equal rankings; null if a list is empty
-- caveats: the lists must not contain duplicates; tied items are used in list order, so sort them by value and then by name
-- example: select statistics.rbo(['a', 'b', 'c'], ['b', 'a', 'd', 'c'], p := 0.9)
create or replace macro statistics.rbo(first_items, second_items, p := 0.9) as
    list_transform( -- noqa: PRS
        [struct_pack(
            overlaps := statistics.rbo_overlaps(first_items, second_items),
            short := least(len(first_items), len(second_items)),
            long := greatest(len(first_items), len(second_items)),
            p := statistics.rbo_p(p)
        )],
        lambda seen: case
            when seen.short > 0
                then (1 - seen.p) / seen.p * list_sum(list_transform(
                    seen.overlaps,
                    lambda overlap, depth: seen.p ** depth / depth * (
                        overlap + greatest(depth - seen.short, 0) * seen.overlaps[seen.short] / seen.short
                    )
                ))
                + seen.p ** seen.long * (
                    (seen.overlaps[seen.long] - seen.overlaps[seen.short]) / seen.long
                    + seen.overlaps[seen.short] / seen.short
                )
        end
    )[1];
