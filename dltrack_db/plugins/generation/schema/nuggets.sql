-- One row for each nugget, question or criterion of a topic: what a good answer should contain, and is judged by.
--
-- source: nugget banks of nuggetizer and AutoJudge, rubrics of ResearchRubrics, questions and nuggets of autograder
--   (dltrack ingest nuggets)
-- grain: collection, bank, query_id, nugget_id
-- parents: collections
-- columns:
--   bank: the file's name, as in main.loads
--   query_id: topic
--   nugget_id: the source's id, else the position in the topic; unique within bank and topic only
--   position: position in the topic, from 1
--   kind: 'nugget', 'question', 'criterion', or 'answer' to a question of the same bank
--   text: expected content; untrusted, so escape it before showing it
--   importance: 'vital' or 'okay'; null if the source gives none
--   weight: of a criterion; below 0 for something an answer should avoid; null if the source gives none
--   facet: axis of a criterion, or part of the topic; null if the source gives none
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
