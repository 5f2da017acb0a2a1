-- Whether the second column of a line of qrels can be a subtopic: a natural number, as ndeval wants it. Where a document of a
-- query stands under several of them, a file is judged by subtopic; any other value makes that a document judged twice.
--
-- source: ndeval.c of the TREC Web track (processQrels, naturalNumber)
-- params:
--   iteration: second column of the line
-- returns: true or false; null for a null iteration
-- example: select labels.is_subtopic('Q0')
create or replace macro labels.is_subtopic(iteration) as regexp_full_match(iteration, '[0-9]+');
