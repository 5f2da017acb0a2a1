-- Nuggets, questions and criteria that answers are judged by: what a good answer to a topic should hold.
--
-- source: nugget banks of nuggetizer and AutoJudge, rubrics of ResearchRubrics, questions and nuggets of autograder (dltrack ingest nuggets)
-- grain: collection, bank, query_id, nugget_id
-- parents: collections
-- columns:
--   bank: the file's name, by which main.loads has it
--   query_id: topic
--   nugget_id: the source's id, else the place in the topic; unique within bank and topic only
--   position: place in the topic, from 1
--   kind: 'nugget', 'question', 'criterion', or 'answer' to a question of the same bank
--   text: what should be there; data of strangers, which those who show it have to escape
--   importance: 'vital' or 'okay'; null where the source knows no such
--   weight: of a criterion; below 0 where an answer should not meet it; null where the source gives none
--   facet: axis of a criterion, or part of the topic; null where the source names none
--   question_id: question that an 'answer' answers; null for all others
create table if not exists main.nuggets (
    collection varchar not null,
    bank varchar not null,
    query_id varchar not null,
    nugget_id varchar not null,
    position integer not null,
    kind varchar not null,
    text varchar not null,
    importance varchar,
    weight double,
    facet varchar,
    question_id varchar
);
