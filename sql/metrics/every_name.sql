-- All names of a measure without parameters: trec_eval's and ir_measures'.
--
-- source: metrics.measures
-- params:
--   measure: trec_eval's name
--   ir_measures: spellings of ir_measures, as in metrics.measures
-- returns: list of names
-- example: select metrics.every_name(measure, ir_measures) from metrics.measures where measure = 'map'
create or replace macro metrics.every_name(measure, ir_measures) as
    [measure] || flatten([string_split(regexp_extract(spelling, '^[^(@]+'), '|') for spelling in ir_measures]);
