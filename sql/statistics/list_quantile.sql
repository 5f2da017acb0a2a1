-- A quantile of a sorted list, with linear interpolation between two values.
--
-- source: numpy.quantile(method='linear'), like DuckDB's quantile_cont, which does not accept a computed share
-- params:
--   sorted_values: list of numbers, smallest first
--   share: from 0 to 1
-- returns: a number; null for an empty list or a share outside 0 to 1
-- example: select statistics.list_quantile([1, 2, 4], 0.75)
create or replace macro statistics.list_quantile(sorted_values, share) as
    list_transform(
        [struct_pack(sorted_values := sorted_values, place := case when share between 0 and 1 then cast(share as double) * (len(sorted_values) - 1) end)],
        lambda given: given.sorted_values[cast(floor(given.place) as bigint) + 1]
        + (given.place - floor(given.place)) * (
            given.sorted_values[cast(ceil(given.place) as bigint) + 1]
            - given.sorted_values[cast(floor(given.place) as bigint) + 1]
        )
    )[1];
