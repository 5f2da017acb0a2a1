-- How reliably a given number of topics separates the runs of a collection (a D-study of generalisability theory).
--
-- source: D. Bodoff and P. Li, "Test theory for assessing IR test collections", SIGIR 2007; J. Urbano, M. Marrero and
--     D. Martín, "On the measurement of test collection reliability", SIGIR 2013; statistics.components_by
-- grain: num_topics
-- params:
--   sizes: list of numbers of topics, in addition to the collection's own number
-- columns:
--   num_topics: number of topics
--   is_own: whether num_topics is the number of the collection's topics
--   ep2: stability of the differences between runs (relative), 0 to 1; null if there is only one run or topic, or if all scores
--     are equal
--   phi: stability of the scores (absolute), 0 to 1
-- needs: runs
-- caveats: a negative variance component is replaced by 0
-- example: from statistics.dependability('trec2021-passages', 'ndcg_cut_10') order by num_topics
create or replace macro statistics.dependability(
    collection_name, measure, sizes := [10, 25, 50, 100, 200, 400]
) as table
with components as (
    select
        any_value(parts.num_topics) as num_own,
        any_value(greatest(parts.variance, 0)) filter (where parts.source = 'runs') as runs,
        any_value(greatest(parts.variance, 0)) filter (where parts.source = 'topics') as topics,
        any_value(parts.variance) filter (where parts.source = 'residual') as residual,
    from statistics.components_by([measure]) as parts
    where parts.collection = collection_name and catalog.has_collections([collection_name])
    group by parts.collection
)

select
    asked.num_topics,
    asked.num_topics = components.num_own as is_own,
    components.runs
    / nullif(components.runs + components.residual / asked.num_topics, 0) as ep2,
    components.runs
    / nullif(components.runs + (components.topics + components.residual) / asked.num_topics, 0) as phi,
from components
cross join lateral (
    select unnest(list_distinct(list_append(sizes, components.num_own))) as num_topics
) as asked
where components.residual is not null and asked.num_topics >= 1;
