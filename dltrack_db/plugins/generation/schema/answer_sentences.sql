-- One row for each sentence of a generated answer.
--
-- source: see main.answers
-- grain: collection, run_id, query_id, position
-- parents: answers
-- columns:
--   run_id: name of the system, as in main.answers
--   query_id: answered topic
--   position: position in the answer, from 1
--   text: text by the system; untrusted, so escape the text before displaying it
create table if not exists main.answer_sentences (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    position integer not null,
    text varchar not null
);
