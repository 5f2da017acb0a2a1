-- Kendall's tau-b of two rankings with different items (KTU), computed from the positions of their items in the union of
-- both.
--
-- source: T. Breuer and others, "How to measure the reproducibility of system-oriented IR experiments", SIGIR 2020;
--     repro_eval's KTU
-- params:
--   original: list of items, best first
--   reproduced: list of items, best first
--   by_item: true orders the union by item, as repro_eval does; false by first appearance, items of `original` before
--     those of `reproduced`, as in the paper
-- returns: from -1 to 1; the longer list is cut to the length of the shorter; null for fewer than two items
-- caveats: the lists must not contain duplicates
-- example: select statistics.kendall_tau_union(['d1', 'd2', 'd3'], ['d1', 'd2', 'd4'])
create or replace macro statistics.kendall_tau_union(original, reproduced, by_item := true) as
    list_transform( -- noqa: PRS
        [struct_pack(
            original := original[:least(len(original), len(reproduced))],
            reproduced := reproduced[:least(len(original), len(reproduced))]
        )],
        lambda cut: list_transform(
            [struct_pack(
                original := cut.original,
                reproduced := cut.reproduced,
                united := case
                    when by_item then list_sort(list_distinct(list_concat(cut.original, cut.reproduced)))
                    else list_concat(cut.original, list_filter(
                        cut.reproduced, lambda item: not list_contains(cut.original, item)
                    ))
                end
            )],
            lambda given: statistics.kendall_tau_b(
                list_transform(given.original, lambda item: list_position(given.united, item)),
                list_transform(given.reproduced, lambda item: list_position(given.united, item))
            )
        )[1]
    )[1];
