-- Spearman's rank correlation between two equally long lists: Pearson's correlation of their ranks, equal values sharing
-- the mean of their ranks.
--
-- source: C. Spearman, "The proof and measurement of association between two things", American Journal of Psychology 15
--     (1904); scipy.stats.spearmanr
-- returns: from -1 to 1; pairs with a null are left out; null if all values of a list are tied
-- caveats: both lists must have the same order of items; round system means to twelve decimals first, or float noise makes
--     equal means differ
-- example: select statistics.spearman([1, 2, 3, 4], [1, 3, 2, 4])
create or replace macro statistics.spearman(xs, ys) as
    list_transform(
        [struct_pack(
            xs := statistics.midranks(statistics.known(xs, ys)),
            ys := statistics.midranks(statistics.known(ys, xs)),
            total := len(statistics.known(xs, ys)) * (len(statistics.known(xs, ys)) + 1) ** 2 / 4
        )],
        lambda ranks: case
            when len(ranks.xs) > 1
                then (list_inner_product(ranks.xs, ranks.ys) - ranks.total)
                / nullif(
                    sqrt(
                        (list_inner_product(ranks.xs, ranks.xs) - ranks.total)
                        * (list_inner_product(ranks.ys, ranks.ys) - ranks.total)
                    ),
                    0
                )
        end
    )[1];
