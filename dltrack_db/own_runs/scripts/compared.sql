-- Two runs measure by measure. Variables: `run_a`, `run_b`, `measures`, `collection`.
select compared.* exclude (collection)
from statistics.compare_runs(getvariable('run_a'), getvariable('run_b'), getvariable('measures')) as compared
where compared.collection = getvariable('collection')
order by list_position(getvariable('measures'), compared.measure)
