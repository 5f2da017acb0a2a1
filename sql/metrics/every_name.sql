-- All names of a measure in trec_eval and ir_measures, without parameters.
--
-- source: metrics.measures
-- params:
--   measure: trec_eval's name
--   ir_measures: spellings in ir_measures, as in column ir_measures of metrics.measures
-- returns: list of names
-- example: select metrics.every_name(measure, ir_measures) from metrics.measures where measure = 'map'
create or replace macro metrics.every_name(measure, ir_measures) as
    [measure] || flatten([string_split(regexp_extract(spelling, '^[^(@]+'), '|') for spelling in ir_measures]);
