-- p-values adjusted so that the expected share of false findings among those below a level stays below it.
--
-- source: Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", JRSS B 57 (1995);
--     statsmodels.stats.multitest.multipletests(method='fdr_bh'); scipy.stats.false_discovery_control
-- params:
--   p_values: list of p-values of one family; null for a test without one, which does not count
-- returns: list of adjusted p-values in the given order
-- caveats: holds for independent tests, and for positively dependent ones, as those against one baseline mostly are;
--     benjamini_yekutieli for any
-- example: select statistics.benjamini_hochberg([0.01, 0.04, 0.03, 0.5])
create or replace macro statistics.benjamini_hochberg(p_values) as
    statistics.step_up(p_values, 1);
