-- The values of two runs side by side, topic by topic, for every pair of runs of a collection.
--
-- source: metrics.query_scores
-- grain: collection, measure, run_a, run_b, query_id
-- params:
--   baselines: the only second runs, as a list, which saves the pairs of all others; null for every run
-- columns:
--   run_a, run_b, query_id
--   value_a: value of the first run
--   value_b: value of the second run
--   difference: value_a - value_b to twelve decimals, 0 where they are equal (statistics.difference)
--   decimals: decimals that both values are known to; null where neither is rounded
-- needs: runs
-- caveats: each pair comes in both directions
-- example: select * from statistics.paired_values(['map']) where run_a = 'p_bm25' and run_b = 'p_bm25rm3'
create or replace macro statistics.paired_values(measures, baselines := null) as table
select
    a.collection,
    a.measure,
    a.run_id as run_a,
    b.run_id as run_b,
    a.query_id,
    a.value as value_a,
    b.value as value_b,
    statistics.difference(a.value, b.value, decimals := least(a.decimals, b.decimals)) as difference,
    least(a.decimals, b.decimals) as decimals,
from metrics.query_scores as a
inner join metrics.query_scores as b
    on a.collection = b.collection
    and a.query_id = b.query_id
    and a.measure = b.measure
    and a.run_id != b.run_id
where list_contains(measures, a.measure) and (baselines is null or list_contains(baselines, b.run_id));
