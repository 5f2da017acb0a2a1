-- The values of two runs topic by topic, worst for A first. Variables: `run_a`, `run_b`, `measures`, `collection`.
select paired.* exclude (collection, run_a, run_b)
from statistics.paired_values(getvariable('measures')) as paired
where
    paired.collection = getvariable('collection')
    and paired.run_a = getvariable('run_a')
    and paired.run_b = getvariable('run_b')
order by list_position(getvariable('measures'), paired.measure), paired.difference, paired.query_id
