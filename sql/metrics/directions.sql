-- Measures for which lower values are better, and measures whose values are neither good nor bad, under their trec_eval and
-- ir_measures names. For all other measures, higher values are better.
--
-- source: metrics.measures
-- grain: name
-- columns:
--   name: name of the measure without parameters (metrics.base_name)
--   direction: -1 if lower values are better; null if values are neither good nor bad (counts, coverage and residuals): such
--     measures do not rank or compare runs
-- example: select name from metrics.directions where direction is null
create or replace table metrics.directions as
select distinct
    unnest(metrics.every_name(measures.measure, measures.ir_measures)) as name,
    measures.direction,
from metrics.measures as measures
where measures.direction is distinct from 1;
