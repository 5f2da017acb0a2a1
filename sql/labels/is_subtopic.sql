-- Whether the second column of a qrels line can be a subtopic: a natural number, as ndeval requires. A file with several lines
-- for one document of a query is judged by subtopic if the values can be subtopics; otherwise the lines are duplicates.
--
-- source: ndeval.c of the TREC Web track (processQrels, naturalNumber)
-- params:
--   iteration: second column of the line
-- returns: true or false; null for a null iteration
-- example: select labels.is_subtopic('Q0')
create or replace macro labels.is_subtopic(iteration) as regexp_full_match(iteration, '[0-9]+');
