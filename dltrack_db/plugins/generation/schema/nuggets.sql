-- One row for each nugget, question or criterion of a topic. Answers are judged by whether they contain its content.
--
-- source: nugget banks of nuggetizer and AutoJudge, rubrics of ResearchRubrics, questions and nuggets of autograder
--   (dltrack ingest nuggets)
-- grain: collection, bank, query_id, nugget_id
-- parents: collections
-- columns:
--   bank: name of the file, as in main.loads
--   query_id: topic
--   nugget_id: id in the source, or the position in the topic if the source has no ids; unique within bank and topic
--   position: position in the topic, from 1
--   kind: 'nugget', 'question', 'criterion', or 'answer' to a question of the same bank
--   text: expected content; untrusted, so escape the text before displaying it
--   importance: 'vital' or 'okay'; null if the source has no importance
--   weight: weight of a criterion, negative for content that an answer should avoid; null if the source has no weights
--   facet: axis of a criterion, or part of the topic; null if the source has none
--   question_id: id of the question that an 'answer' answers; null for other kinds
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
