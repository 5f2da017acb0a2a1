-- The values of two runs topic by topic, worst for A first, measures in the order asked for.
-- Variables: `run_a`, `run_b`, `measures`.
select
    paired.* exclude (collection, run_a, run_b),
    conventions.min_relevance,
    conventions.tie_rule,
from statistics.paired_values(getvariable('measures')) as paired
inner join conventions on paired.measure = conventions.measure
where paired.run_a = getvariable('run_a') and paired.run_b = getvariable('run_b')
order by conventions.position, paired.difference, paired.query_id;
