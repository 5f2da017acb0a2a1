-- Cohen's kappa of a confusion table given as a list of cells.
--
-- source: J. Cohen, "A coefficient of agreement for nominal scales" (1960) and "Weighted kappa" (1968); TREC 2021 overview,
--     section 4, prints the unweighted kappa
-- params:
--   cells: list of {'a': grade, 'b': grade, 'n': number of items}
--   exponent: 0 for the unweighted kappa, 1 for linear weights, 2 for quadratic weights
-- returns: 1 - observed / expected disagreement; null if `a` or `b` is the same for all items (labels.one_grade), because
--     kappa would then always be 0
-- caveats: weights are differences of grades, so a grade that no item has still adds a step
-- example:
--   select labels.cohen_kappa([{'a': 0, 'b': 0, 'n': 5}, {'a': 0, 'b': 1, 'n': 2}, {'a': 1, 'b': 1, 'n': 3}], 0);
create or replace macro labels.cohen_kappa(cells, exponent) as
    case when labels.one_grade(cells, 'a', 'b') is null then 1 end
    - list_sum(
        list_transform(cells, lambda x: x.n * case when x.a = x.b then 0 else pow(abs(x.a - x.b), exponent) end)
    )
    * list_sum(list_transform(cells, lambda x: x.n))
    -- each cell's row grade with each cell's column grade: the products of the marginals
    / nullif(
        list_sum(
            list_transform(
                cells,
                lambda x: list_sum(
                    list_transform(
                        cells,
                        lambda y: cast(x.n as double) * y.n
                        * case when x.a = y.b then 0 else pow(abs(x.a - y.b), exponent) end
                    )
                )
            )
        ),
        0
    );
