-- Scaled mean absolute rank error: how far a predictor of query performance misplaces topics in the order of their scores.
--
-- source: G. Faggioli, O. Zendel, J. S. Culpepper, N. Ferro and F. Scholer, "sMARE: a new paradigm to evaluate and
--     understand query performance prediction methods", Information Retrieval Journal 25 (2022)
-- params:
--   xs: list of predictions
--   ys: list of scores in the same order
-- returns: mean over topics of |rank by xs - rank by ys| / number of topics, 0 for the same order; equal values share the
--     mean of their ranks; pairs with a null are left out; null if all values of a list are tied
-- example: select statistics.smare([1, 2, 3], [0.1, 0.5, 0.2])
create or replace macro statistics.smare(xs, ys) as
    list_transform(
        [struct_pack(
            xs := statistics.midranks(statistics.known(xs, ys)), ys := statistics.midranks(statistics.known(ys, xs))
        )],
        lambda ranks: case
            when list_min(ranks.xs) < list_max(ranks.xs) and list_min(ranks.ys) < list_max(ranks.ys)
                then list_avg([abs(pair[1] - pair[2]) / len(ranks.xs) for pair in list_zip(ranks.xs, ranks.ys)])
        end
    )[1];
