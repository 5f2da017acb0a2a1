-- How the values of a measure over topics become one number, for the measures that are not averaged.
--
-- source: trec_eval meas_avg.c and the accumulators of each measure
-- grain: measure
-- columns:
--   measure: trec_eval's name
--   summary: 'sum' over the topics; every measure not listed is the mean over them
-- example: select * from metrics.summaries
create or replace view metrics.summaries as
select
    measure,
    summary,
from (
    values
        ('num_ret', 'sum'),
        ('num_rel', 'sum'),
        ('num_rel_ret', 'sum'),
) as listed (measure, summary);
