-- The values of a list whose partners in another list are not null: prepares both lists for a rank correlation.
--
-- source: as scipy.stats: nulls are left out (nan_policy='omit' of a masked array), NaN makes the result null
--     (nan_policy='propagate')
-- params:
--   xs: list of numbers, null if unknown
--   ys: list of partners in the same order
-- returns: the values of xs, in their order, if neither xs nor ys is null; null if a value of xs or ys is NaN
-- example: select statistics.known([1, 2, null, 4], [5, null, 7, 8])
create or replace macro statistics.known(xs, ys) as
    case
        when
            not coalesce(list_contains(xs, 'nan'::double), false)
            and not coalesce(list_contains(ys, 'nan'::double), false)
            then list_transform(
                list_filter(list_zip(xs, ys), lambda pair: pair[1] is not null and pair[2] is not null),
                lambda pair: pair[1]
            )
    end;
