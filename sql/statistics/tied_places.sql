-- The rank of each item by its value: how many items have a higher value, and how many share its value.
--
-- source: tied items share a range of ranks
-- params:
--   given_values: value of each item
-- returns: list of {above, size} in the order of the items
-- example: select statistics.tied_places([3, 2, 2])
create or replace macro statistics.tied_places(given_values) as
    list_transform(
        [struct_pack(rising := list_sort(given_values), falling := list_reverse_sort(given_values))],
        lambda sorted: list_transform(
            given_values,
            lambda item: struct_pack(
                above := list_position(sorted.falling, item) - 1,
                size := len(sorted.rising) - (list_position(sorted.falling, item) - 1)
                - (list_position(sorted.rising, item) - 1)
            )
        )
    )[1];
