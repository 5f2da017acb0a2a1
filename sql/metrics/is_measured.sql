-- Whether measures are computed for a pair of run and topic: always true, unless the connection's variables `first_answer` and
-- `last_answer` limit the pairs to a range.
--
-- source: dltrack; a load limits scoring to the new runs in this way
-- params:
--   answer_id: number of the pair, as in run_topics
-- returns: boolean
-- example:
--   select count(*) from main.run_topics where metrics.is_measured(answer_id);
create or replace macro metrics.is_measured(answer_id) as
    answer_id between coalesce(getvariable('first_answer')::integer, 0)
    and coalesce(getvariable('last_answer')::integer, 2147483647);
