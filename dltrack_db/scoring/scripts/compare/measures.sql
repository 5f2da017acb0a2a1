-- Two runs measure by measure, in the order asked for. Variables: `run_a`, `run_b`, `measures`.
with told as (
    select
        query_scores.measure,
        string_agg(distinct query_scores.provenance, ', ' order by query_scores.provenance) as provenance,
    from metrics.query_scores as query_scores
    where query_scores.run_id in (getvariable('run_a'), getvariable('run_b'))
    group by query_scores.measure
)

select
    compared.* exclude (collection),
    conventions.min_relevance,
    conventions.tie_rule,
    told.provenance,
from statistics.compare_runs(getvariable('run_a'), getvariable('run_b'), getvariable('measures')) as compared
inner join conventions on compared.measure = conventions.measure
inner join told on compared.measure = told.measure
order by conventions.position;
