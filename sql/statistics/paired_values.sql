-- The values of two runs on each topic, for every pair of runs of a collection: the input for paired tests.
--
-- source: metrics.query_scores, statistics.known_decimals
-- grain: collection, measure, run_a, run_b, query_id
-- params:
--   baselines: list of second runs, to compute only pairs with these runs; null for all pairs
-- columns:
--   run_a, run_b, query_id
--   value_a: value of the first run
--   value_b: value of the second run
--   difference: value_a - value_b to twelve decimals, 0 if the values are equal (statistics.difference)
--   advantage: difference times the direction of the measure (metrics.directions): above 0 if the first run is better;
--     equal to difference for a measure without a better direction
--   decimals: number of decimals for comparing values of the measure; null if no values are rounded
--     (statistics.known_decimals)
-- needs: runs
-- caveats: each pair is listed in both directions
-- example: select * from statistics.paired_values(['map']) where run_a = 'p_bm25' and run_b = 'p_bm25rm3'
create or replace macro statistics.paired_values(measures, baselines := null) as table
with second_runs as (
    select
        query_scores.collection,
        query_scores.measure,
        query_scores.run_id,
        query_scores.query_id,
        query_scores.value,
    from metrics.query_scores as query_scores
    where
        list_contains(measures, query_scores.measure)
        and (baselines is null or list_contains(baselines, query_scores.run_id))
)

select
    a.collection,
    a.measure,
    a.run_id as run_a,
    b.run_id as run_b,
    a.query_id,
    a.value as value_a,
    b.value as value_b,
    statistics.difference(a.value, b.value, decimals := known.decimals) as difference,
    coalesce(directions.direction, 1) * statistics.difference(a.value, b.value, decimals := known.decimals) as advantage,
    known.decimals,
from metrics.query_scores as a
inner join second_runs as b
    on a.collection = b.collection
    and a.query_id = b.query_id
    and a.measure = b.measure
    and a.run_id != b.run_id
left join statistics.known_decimals as known on a.collection = known.collection and a.measure = known.measure
left join metrics.directions as directions on metrics.base_name(a.measure) = directions.name
where list_contains(measures, a.measure) and catalog.has_measures(measures) and catalog.has_runs(baselines);
