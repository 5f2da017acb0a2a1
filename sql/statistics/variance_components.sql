-- How much of the variation of a collection's scores comes from runs, from topics and from their interaction.
--
-- source: statistics.components_by
-- grain: source
-- columns:
--   source: 'runs', 'topics' or 'residual' (interaction of runs and topics, and chance)
--   sum_of_squares: sum of the squared deviations
--   df: degrees of freedom
--   mean_square: sum_of_squares / df
--   share: share of the total sum of squares, 0 to 1; null if all scores are equal
--   variance: estimated variance component; below 0 if the squares are smaller than expected by chance; null if there is only
--     one run or topic
-- needs: runs
-- example: from statistics.variance_components('trec2021-passages', 'ndcg_cut_10')
create or replace macro statistics.variance_components(collection_name, measure) as table
select
    components.source,
    components.sum_of_squares,
    components.df,
    components.mean_square,
    components.share,
    components.variance,
from statistics.components_by([measure]) as components
where components.collection = collection_name and catalog.has_collections([collection_name])
order by list_position(['runs', 'topics', 'residual'], components.source);
