-- How the values of a measure over the topics become one, by every name of the measure: trec_eval's and ir_measures'.
-- Only measures that are not averaged.
--
-- source: metrics.measures
-- grain: name
-- columns:
--   name: name of the measure without parameters
--   summary: 'sum' or 'geometric mean'
-- example: select name from metrics.summaries where summary = 'geometric mean'
create or replace table metrics.summaries as
with named as (
    select
        unnest([measures.measure] || flatten([
            string_split(regexp_extract(spelling, '^[^(@]+'), '|')
            for spelling in measures.ir_measures
        ])) as name,
        measures.summary,
    from metrics.measures as measures
    where measures.summary in ('sum', 'geometric mean')
)

select distinct
    named.name,
    named.summary,
from named;
