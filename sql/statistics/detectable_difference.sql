-- How large a difference of two runs a collection could have shown: the smallest that a paired t-test over its topics finds
-- with the wanted power, where the runs differ over topics as two of the collection do on average.
--
-- source: statistics.detectable_effect times the standard deviation of a difference, sqrt(2 residual variance)
--     (statistics.components_by); T. Sakai, "Topic set size design", Information Retrieval Journal 19 (2016)
-- grain: measure
-- params:
--   alpha: level of significance of one test, without correction for others
-- columns:
--   measure
--   num_topics: topics
--   difference: smallest difference of the means; no row for one run, one topic, or runs that differ alike everywhere
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
