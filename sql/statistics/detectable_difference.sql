-- The smallest difference between two runs that a collection can detect: the smallest difference of the means that a paired
-- t-test over the collection's topics finds with the given power. The two runs are assumed to vary over topics like an average
-- pair of the collection's runs.
--
-- source: statistics.detectable_effect times the standard deviation of a difference, sqrt(2 residual variance)
--     (statistics.components_by); T. Sakai, "Topic set size design", Information Retrieval Journal 19 (2016)
-- grain: measure
-- params:
--   alpha: significance level of one test, not corrected for other tests
-- columns:
--   measure
--   num_topics: number of topics
--   difference: smallest difference of the means; no row if there is only one run or topic, or if the differences of the runs
--     are the same on every topic
-- needs: runs
-- example: from statistics.detectable_difference('trec2021-passages', ['ndcg_cut_10', 'map'])
create or replace macro statistics.detectable_difference(
    collection_name, measures, power := 0.8, alpha := 0.05
) as table
select
    components.measure,
    components.num_topics,
    statistics.detectable_effect(components.num_topics, power, alpha) * sqrt(2 * components.variance) as difference,
from statistics.components_by(measures) as components
where
    components.collection = collection_name
    and catalog.has_collections([collection_name])
    and components.source = 'residual'
    and components.variance > 0;
