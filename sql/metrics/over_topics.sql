-- The score of a run: the mean, sum or geometric mean of a measure's values over the topics.
--
-- source: trec_eval meas_avg.c, m_gm_map.c, m_gm_bpref.c
-- params:
--   summary: 'sum', 'geometric mean' (of values that are logarithms) or null for the mean, as in metrics.summaries
--   total: sum of the values
--   num_q: number of values
-- returns: double
-- example: select metrics.over_topics(null, 1.5, 3), metrics.over_topics('geometric mean', -2.0, 2)
create or replace macro metrics.over_topics(summary, total, num_q) as
    case summary
        when 'sum' then total
        when 'geometric mean' then exp(total / num_q)
        else total / num_q
    end;
