-- Why a run is not ranked by a measure, so that it moves nobody and has only a place; null for a run that is ranked.
--
-- source: metrics.directions, main.runs
-- params:
--   direction: of the measure, null where neither more nor less is better (metrics.directions)
--   num_q: topics that the run's value sums up; null for official means
--   num_topics: topics that the runs are compared over by the measure
--   is_submission: whether the run was submitted
--   has_submissions: whether some run with a value of the measure was
-- returns: text
-- example: select systems.unranked_reason(1, 6, 53, true, true)
create or replace macro systems.unranked_reason(direction, num_q, num_topics, is_submission, has_submissions) as
    case
        when direction is null then 'a measure that has no better or worse'
        when num_q < num_topics then 'scores on ' || num_q || ' of ' || num_topics || ' topics'
        when num_q > num_topics then 'scores on ' || num_q || ' topics, where the others have ' || num_topics
        when has_submissions and not is_submission then 'not submitted'
    end;
