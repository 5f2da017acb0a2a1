-- Why a run is not ranked by a measure and therefore does not change other runs' ranks; null for a ranked run.
--
-- source: metrics.directions, main.runs
-- params:
--   direction: direction of the measure, null if neither higher nor lower is better (metrics.directions)
--   num_q: number of topics that the run's value is computed from; null if the value is an official mean of NIST
--   num_topics: topics on which the runs are compared by the measure
--   is_submission: whether the run was submitted
--   has_submissions: whether any run with a value of the measure was submitted
-- returns: text
-- example: select systems.unranked_reason(1, 6, 53, true, true)
create or replace macro systems.unranked_reason(direction, num_q, num_topics, is_submission, has_submissions) as
    case
        when direction is null then 'a measure for which neither higher nor lower values are better'
        when num_q < num_topics then 'scores on ' || num_q || ' of ' || num_topics || ' topics'
        when num_q > num_topics then 'scores on ' || num_q || ' topics instead of ' || num_topics
        when has_submissions and not is_submission then 'not submitted'
    end;
