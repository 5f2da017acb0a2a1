-- The values of one measure over the topics as one value: their mean, sum or geometric mean.
--
-- source: trec_eval meas_avg.c, m_gm_map.c, m_gm_bpref.c
-- params:
--   summary: 'mean', 'sum' or 'geometric mean' (whose values are logarithms), as in metrics.measures; null is 'mean'
--   value: the measure's value for each topic, aggregated
-- returns: double
-- example: select metrics.over_topics('mean', value) from metrics.query_scores where measure = 'map'
create or replace macro metrics.over_topics(summary, value) as
    case any_value(summary)
        when 'sum' then sum(value)
        when 'geometric mean' then exp(sum(value) / count(*))
        else sum(value) / count(*)
    end;
