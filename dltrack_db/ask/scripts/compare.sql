-- Queries that compare two runs, or several runs with a baseline, by any measures (ask/comparisons.py).

-- name: baseline
-- One row per run and measure: the run compared with the baseline; p-values are null if the run or the baseline has no scores
-- per topic. Variables: `collection`, `baseline`, `measures`, `tested` (the name of each measure in tests).
with means as (
    select
        scores.run_id,
        scores.measure,
        scores.num_q,
        scores.value as mean,
    from metrics.run_scores as scores
)

select
    conventions.measure,
    means.run_id,
    coalesce(tests.num_q, means.num_q) as num_q,
    coalesce(tests.mean, means.mean) as mean,
    coalesce(tests.baseline_mean, others.mean) as baseline_mean,
    tests.mean_difference,
    tests.low,
    tests.high,
    tests.p_value,
    tests.p_corrected,
    tests.verdict,
    wilcoxon_tests.p_value as p_wilcoxon,
    conventions.min_relevance,
    conventions.tie_rule,
from means
inner join conventions on means.measure = conventions.measure
left join means as others on means.measure = others.measure and others.run_id = getvariable('baseline')
left join
    statistics.tests(
        getvariable('collection'), getvariable('tested'), baselines := [getvariable('baseline')]
    ) as tests
    on
        means.run_id = tests.run_id
        and getvariable('tested')[list_position(getvariable('measures'), means.measure)] = tests.measure
left join
    statistics.wilcoxon_tests(getvariable('measures'), baselines := [getvariable('baseline')]) as wilcoxon_tests
    on means.run_id = wilcoxon_tests.run_a and means.measure = wilcoxon_tests.measure
where means.run_id <> getvariable('baseline')
order by means.run_id, conventions.position;

-- name: footnote
-- The footnote on the tests of a comparison. Variables: `collection`, `measures`, `baseline`, `runs` (null for all).
select footnote.note
from statistics.footnote(
    getvariable('collection'),
    getvariable('measures'),
    baselines := [getvariable('baseline')],
    runs := getvariable('runs')::varchar[],
    wilcoxon := true
) as footnote;

-- name: measures
-- One row per measure, in the requested order: two runs compared. Variables: `collection`, `run_a`, `run_b`, `measures`,
-- `tested` (the name of each measure in tests).
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

-- name: topics
-- One row per measure, in the requested order, and topic, worst for A first: the values of two runs. Variables: `run_a`,
-- `run_b`, `measures`, `has_means` (true to add the means as topic 'all').
with
paired as (
    select
        paired.query_id,
        paired.measure,
        paired.value_a,
        paired.value_b,
        paired.difference,
        paired.advantage,
    from statistics.paired_values(getvariable('measures'), baselines := [getvariable('run_b')]) as paired
    where paired.run_a = getvariable('run_a')
),

listed as (
    select
        paired.*,
        false as is_mean,
    from paired
    union all
    select
        'all' as query_id,
        tests.measure,
        tests.mean_a as value_a,
        tests.mean_b as value_b,
        tests.mean_difference as difference,
        null as advantage,
        true as is_mean,
    from statistics.t_tests(getvariable('measures'), baselines := [getvariable('run_b')]) as tests
    where getvariable('has_means') and tests.run_a = getvariable('run_a')
)

select
    listed.measure,
    listed.query_id,
    listed.value_a,
    listed.value_b,
    listed.difference,
    conventions.min_relevance,
    conventions.tie_rule,
from listed
inner join conventions on listed.measure = conventions.measure
order by conventions.position, listed.is_mean, listed.advantage, listed.query_id;
