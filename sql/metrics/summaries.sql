-- The measures that are combined over topics by a sum or geometric mean instead of a mean, under their trec_eval and
-- ir_measures names.
--
-- source: metrics.measures
-- grain: name
-- columns:
--   name: name of the measure without parameters
--   summary: 'sum' or 'geometric mean'
-- example: select name from metrics.summaries where summary = 'geometric mean'
create or replace table metrics.summaries as
select distinct
    unnest(metrics.every_name(measures.measure, measures.ir_measures)) as name,
    measures.summary,
from metrics.measures as measures
where measures.summary in ('sum', 'geometric mean');
