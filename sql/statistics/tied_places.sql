-- Where each item of an order stands: how many items have a higher value, and how many have its own.
--
-- source: the places that a group of ties shares
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
