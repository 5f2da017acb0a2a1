-- The measures whose higher values are not better, by trec_eval's and ir_measures' names. For every other measure, higher is
-- better.
--
-- source: metrics.measures
-- grain: name
-- columns:
--   name: name of the measure without parameters (metrics.base_name)
--   direction: -1 if a lower value is better; null for counts, coverage and residuals, which are neither good nor bad:
--     they have no rank, no best run and no verdict
-- example: select name from metrics.directions where direction is null
create or replace table metrics.directions as
select distinct
    unnest(metrics.every_name(measures.measure, measures.ir_measures)) as name,
    measures.direction,
from metrics.measures as measures
where measures.direction is distinct from 1;
