-- p-values adjusted for multiple tests. Among the tests with an adjusted p-value below a level, the expected share of false
-- findings is below this level.
--
-- source: Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", JRSS B 57 (1995);
--     statsmodels.stats.multitest.multipletests(method='fdr_bh'); scipy.stats.false_discovery_control
-- params:
--   p_values: list of p-values of one family; nulls (tests without a p-value) stay null and are not counted
-- returns: list of adjusted p-values in the given order
-- caveats: valid for independent tests and for positively dependent ones, such as most tests against one baseline; use
--     benjamini_yekutieli for any other dependence
-- example: select statistics.benjamini_hochberg([0.01, 0.04, 0.03, 0.5])
create or replace macro statistics.benjamini_hochberg(p_values) as
    statistics.step_up(p_values, 1);
