-- What means are stored under. Variable: `collection`.
select distinct
    variant,
    min_relevance,
    tie_rule,
    measure
from report.stored_choices
where collection = getvariable('collection')
order by all
