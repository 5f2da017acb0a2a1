-- Queries for names that objects and measures of a plug-in must not have (cli/plugin_trial.py).

-- name: functions
-- Names of DuckDB's functions, in lower case.
select distinct lower(functions.function_name) as name
from system.main.duckdb_functions() as functions;

-- name: ambiguous_names
-- Names that a measure in the variable `measures` shares with another measure: in requests, or of its values.
select
    spellings.spelling as name,
    spellings.measure,
from metrics.spellings as spellings
inner join metrics.spellings as others
    on lower(spellings.spelling) = lower(others.spelling) and spellings.measure <> others.measure
where list_contains(getvariable('measures'), spellings.measure)
union all
select
    computed.name,
    computed.name as measure,
from metrics.standard_names as computed
group by computed.name
having count(*) > 1
order by all;
