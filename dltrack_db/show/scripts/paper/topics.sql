-- Each topic's difference between a run and a baseline. Variables: collection, run, baseline, measure.
select
    query_id,
    value_a,
    value_b,
    difference,
from statistics.paired_values([getvariable('measure')], baselines := [getvariable('baseline')])
where collection = getvariable('collection') and run_a = getvariable('run')
order by difference desc, query_id asc;
