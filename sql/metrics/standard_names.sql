-- The names of all measures with their default cut-offs and recall levels.
--
-- source: metrics.measures; trec_eval prints levels with two decimals
-- grain: name
-- columns:
--   name: name of a stored value, e.g. 'map', 'P_10', 'iprec_at_recall_0.10'
-- caveats: conventions of collections can add further depths (metrics.standard_parameters)
-- example: select name from metrics.standard_names where name like 'asl%'
create or replace table metrics.standard_names as
select
    case measures.parameter
        when 'cutoffs' then format('{}_{:.0f}', measures.measure, usual.value)
        when 'levels' then format('{}_{:.2f}', measures.measure, usual.value)
        when 'items' then format('{}{:.0f}', measures.measure, usual.value)
        else measures.measure
    end as name,
from metrics.measures as measures
left join lateral (
    select unnest(case when measures.parameter in ('cutoffs', 'levels', 'items') then measures.defaults end) as value,
) as usual on true
order by name;
