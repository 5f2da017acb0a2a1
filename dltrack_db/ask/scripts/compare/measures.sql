-- Two runs measure by measure, in the order asked for. Variables: `collection`, `run_a`, `run_b`, `measures`,
-- `tested` (the name by which each of them is tested, where one measure has several).
with told as (
    select
        query_scores.measure,
        string_agg(distinct query_scores.provenance, ', ' order by query_scores.provenance) as provenance,
    from metrics.query_scores as query_scores
    where query_scores.run_id in (getvariable('run_a'), getvariable('run_b'))
    group by query_scores.measure
)

select
    compared.measure,
    compared.num_q,
    compared.mean_a,
    compared.mean_b,
    compared.mean_difference,
    compared.low,
    compared.high,
    compared.num_wins,
    compared.num_losses,
    compared.num_ties,
    compared.p_t,
    tests.p_corrected,
    sizes.effect_size,
    sizes.power,
    sizes.topics_needed,
    sizes.prob_a_better,
    compared.* exclude (
        collection, measure, num_q, mean_a, mean_b, mean_difference, low, high, num_wins, num_losses, num_ties, p_t
    ),
    conventions.min_relevance,
    conventions.tie_rule,
    told.provenance,
from statistics.compare_runs(getvariable('run_a'), getvariable('run_b'), getvariable('measures')) as compared
inner join conventions on compared.measure = conventions.measure
inner join told on compared.measure = told.measure
left join
    statistics.tests(
        getvariable('collection'),
        getvariable('tested'),
        baselines := [getvariable('run_b')],
        runs := [getvariable('run_a')]
    ) as tests
    on
        getvariable('tested')[list_position(getvariable('measures'), compared.measure)] = tests.measure
        and compared.collection = getvariable('collection')
left join
    statistics.effect_sizes(getvariable('measures'), baselines := [getvariable('run_b')]) as sizes
    on compared.measure = sizes.measure and sizes.run_a = getvariable('run_a')
order by conventions.position;
