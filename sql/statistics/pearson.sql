-- Pearson's correlation between two equally long lists.
--
-- source: K. Pearson 1895; scipy.stats.pearsonr. The last digits of DuckDB's corr vary between calls
-- returns: from -1 to 1; pairs with a null are left out; null if all values of a list are equal or a value is infinite
-- example: select statistics.pearson([1, 2, 3, 4], [1, 3, 2, 4])
create or replace macro statistics.pearson(xs, ys) as
    list_transform(
        [struct_pack(xs := statistics.known(xs, ys), ys := statistics.known(ys, xs))],
        lambda given: list_transform(
            [struct_pack(
                xs := list_transform(
                    [struct_pack(list := given.xs, mean := list_avg(given.xs))],
                    lambda side: list_transform(side.list, lambda x: x - side.mean)
                )[1],
                ys := list_transform(
                    [struct_pack(list := given.ys, mean := list_avg(given.ys))],
                    lambda side: list_transform(side.list, lambda y: y - side.mean)
                )[1]
            )],
            lambda centred: case
                when
                    len(list_distinct(given.xs)) > 1 and len(list_distinct(given.ys)) > 1
                    and isfinite(list_sum(centred.xs)) and isfinite(list_sum(centred.ys))
                    then list_inner_product(centred.xs, centred.ys)
                    / sqrt(
                        list_inner_product(centred.xs, centred.xs) * list_inner_product(centred.ys, centred.ys)
                    )
            end
        )[1]
    )[1];
