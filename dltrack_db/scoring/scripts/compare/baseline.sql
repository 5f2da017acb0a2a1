-- All runs at hand against one of them. Variables: `baseline`, `measures`.
select
    against.* exclude (collection),
    conventions.min_relevance,
    conventions.tie_rule,
from statistics.against_baseline(getvariable('baseline'), getvariable('measures')) as against
inner join conventions on against.measure = conventions.measure
order by against.run_id, conventions.position;
