-- How much the rank-biased overlap of two rankings can exceed statistics.rbo_min, depending on the items below the end of the
-- lists.
--
-- source: W. Webber, A. Moffat and J. Zobel, "A similarity measure for indefinite rankings", ACM TOIS 28 (2010),
--     RBO_RES, equation 30
-- params:
--   p: persistence: how far down a reader looks, between 0 and 1
-- returns: from 0 to 1; null if a list is empty
-- caveats: the lists must not contain duplicates; tied items are used in list order
-- example: select statistics.rbo_res(['a', 'b', 'c'], ['b', 'a', 'd', 'c'], p := 0.9)
create or replace macro statistics.rbo_res(first_items, second_items, p := 0.9) as
    list_transform(
        [struct_pack(
            shared := len(list_intersect(first_items, second_items)),
            short := least(len(first_items), len(second_items)),
            long := greatest(len(first_items), len(second_items)),
            p := statistics.rbo_p(p)
        )],
        lambda seen: case
            when seen.short > 0
                then seen.p ** seen.short + seen.p ** seen.long - seen.p ** (seen.long + seen.short - seen.shared)
                - (1 - seen.p) / seen.p * (
                    list_sum(list_transform(
                        range(1, seen.long + seen.short - seen.shared + 1),
                        lambda depth: seen.p ** depth / depth * (
                            case when depth > seen.short then seen.short else 0 end
                            + case when depth > seen.long then seen.long else 0 end
                            - seen.shared
                        )
                    ))
                    - seen.shared * ln(1 - seen.p)
                )
        end
    )[1];
