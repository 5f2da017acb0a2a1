-- All runs at hand against one of them, in the order asked for; without p-values where one of the two has no scores per topic.
-- Variables: `collection`, `baseline`, `measures`, `tested` (the name by which each of them is tested, where one measure has
-- several).
with means as (
    select
        scores.run_id,
        scores.measure,
        count(*) as num_q,
        avg(scores.value) as mean,
    from metrics.query_scores as scores
    group by scores.run_id, scores.measure
)

select
    conventions.measure,
    means.run_id,
    coalesce(tests.num_q, means.num_q) as num_q,
    coalesce(tests.mean, means.mean) as mean,
    coalesce(tests.baseline_mean, others.mean) as baseline_mean,
    tests.mean_difference,
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
