-- p-values adjusted for multiple tests, as in statistics.benjamini_hochberg, but for any dependence between the tests.
--
-- source: Y. Benjamini and D. Yekutieli, "The control of the false discovery rate in multiple testing under dependency",
--     Annals of Statistics 29 (2001); statsmodels.stats.multitest.multipletests(method='fdr_by')
-- params:
--   p_values: list of p-values of one family; nulls (tests without a p-value) stay null and are not counted
-- returns: list of adjusted p-values in the given order
-- example: select statistics.benjamini_yekutieli([0.01, 0.04, 0.03, 0.5])
create or replace macro statistics.benjamini_yekutieli(p_values) as
    statistics.step_up(
        p_values,
        list_sum([1 / place for place in range(1, len(list_filter(p_values, lambda p: p between 0 and 1)) + 1)])
    );
