-- The measures with stored scores. Variable: `collection`.
select distinct measure
from metrics.run_scores
where collection = getvariable('collection')
order by all
