-- Notes the values of the view `combination`, computed by the choices in the variables `level`, `tie_rule`,
-- `judged_only` and `gain` (null where the measure has no such choice).
insert into tried by name
select
    combination.measure,
    getvariable('level')::integer as min_relevance,
    getvariable('tie_rule') as tie_rule,
    getvariable('judged_only') as judged_only,
    getvariable('gain')::varchar as gain,
    combination.query_id,
    combination.value,
from combination;
