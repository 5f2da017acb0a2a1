-- How many items two rankings share in their first 1, 2, 3 and so on positions, down to the end of the longer ranking.
--
-- source: W. Webber, A. Moffat and J. Zobel, "A similarity measure for indefinite rankings", ACM TOIS 28 (2010), X_d
-- params:
--   second_items: list of items, best first
-- returns: list of numbers; the shorter list adds nothing below its end
-- caveats: the lists must not contain duplicates
-- example: select statistics.rbo_overlaps(['a', 'b', 'c'], ['b', 'a', 'd', 'c'])
create or replace macro statistics.rbo_overlaps(first_items, second_items) as
    list_transform(
        [struct_pack(first := first_items, second := second_items)],
        lambda given: list_transform(
            [struct_pack(
                depths := list_sort(list_filter(
                    list_transform( -- noqa: LT01
                        given.first, lambda item, place: greatest(place, coalesce(list_position(given.second, item), 0)) -- noqa: PRS
                        * cast(list_contains(given.second, item) as integer)
                    ),
                    lambda depth: depth > 0
                )),
                longer := greatest(len(given.first), len(given.second))
            )],
            lambda shared: [
                len(list_filter(shared.depths, lambda depth: depth <= d)) for d in range(1, shared.longer + 1)
            ]
        )[1]
    )[1];
