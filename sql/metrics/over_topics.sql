-- The score of a run from a measure's values for the topics: their mean, sum or geometric mean.
--
-- source: trec_eval meas_avg.c, m_gm_map.c, m_gm_bpref.c
-- params:
--   summary: 'sum', 'geometric mean' (whose values are logarithms), or null for the mean, as in metrics.summaries
--   total: sum of the values
--   num_q: number of the values
-- returns: double
-- example: select metrics.over_topics(null, 1.5, 3), metrics.over_topics('geometric mean', -2.0, 2)
create or replace macro metrics.over_topics(summary, total, num_q) as
    case summary
        when 'sum' then total
        when 'geometric mean' then exp(total / num_q)
        else total / num_q
    end;
