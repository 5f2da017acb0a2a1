-- How many pairs of runs a measure separates: the share of pairs with a t-test below alpha.
--
-- source: Sakai, SIGIR 2006 (here with a paired t-test instead of the bootstrap)
-- grain: collection, measure
-- params:
--   alpha: significance level
-- columns:
--   num_pairs: pairs of runs
--   num_tested: pairs with a p-value; a pair has no p-value for a single topic, or if its difference is the same on every
--     topic (statistics.t_tests)
--   num_significant: pairs with a p-value below alpha
--   power: num_significant / num_tested; null if no pair is tested
-- needs: runs
-- example: select * from statistics.discriminative_power(['map', 'ndcg_cut_10', 'recip_rank'])
create or replace macro statistics.discriminative_power(measures, alpha := 0.05) as table
select
    t_tests.collection,
    t_tests.measure,
    count(*) as num_pairs,
    count(t_tests.p_value) as num_tested,
    count(*) filter (where t_tests.p_value < alpha) as num_significant,
    count(*) filter (where t_tests.p_value < alpha) / nullif(count(t_tests.p_value), 0) as power,
from statistics.t_tests(measures) as t_tests
where t_tests.run_a < t_tests.run_b
group by t_tests.collection, t_tests.measure;
