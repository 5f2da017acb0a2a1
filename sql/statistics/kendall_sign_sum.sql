-- Concordant minus discordant pairs of two equally long lists, the numerator of Kendall's tau.
--
-- source: M. G. Kendall, "The treatment of ties in ranking problems", Biometrika 33 (1945), S
-- returns: number of pairs with the same order in both lists minus number of pairs with opposite orders; pairs that are tied in
--     either list or contain a null add 0; null if a value is NaN
-- example:
--   select statistics.kendall_sign_sum([1, 2, 3], [1, 3, 2]);
create or replace macro statistics.kendall_sign_sum(xs, ys) as
    list_transform(
        -- bound once: otherwise an expression passed as argument would be computed again for every pair
        [struct_pack(xs := xs, ys := ys)],
        lambda given: case
            when not list_contains(given.xs, 'nan'::double) and not list_contains(given.ys, 'nan'::double)
                then list_sum(
                    list_transform( -- noqa: LT01
                        given.xs, -- noqa: PRS
                        lambda x, i: list_sum(
                            list_transform(
                                given.xs[:i - 1],
                                lambda before, j: sign(x - before) * sign(given.ys[i] - given.ys[j])
                            )
                        )
                    )
                )
        end
    )[1];
