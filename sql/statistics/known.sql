-- The values of a list whose partner in another list is known too: both lists of a rank correlation without the pairs
-- that one of them does not know.
--
-- source: as scipy.stats with nan_policy='omit'
-- params:
--   xs: list of values, null where unknown
--   ys: list of partners in the same order
-- returns: the values of xs, in their order, for which neither xs nor ys is null
-- example: select statistics.known([1, 2, null, 4], [5, null, 7, 8])
create or replace macro statistics.known(xs, ys) as
    list_transform(
        list_filter(list_zip(xs, ys), lambda pair: pair[1] is not null and pair[2] is not null),
        lambda pair: pair[1]
    );
