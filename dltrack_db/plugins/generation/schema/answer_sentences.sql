-- One row for each sentence of a generated answer, in order.
--
-- source: see main.answers
-- grain: collection, run_id, query_id, position
-- parents: answers
-- columns:
--   run_id: system, as in main.answers
--   query_id: answered topic
--   position: position in the answer, from 1
--   text: as the system wrote it; untrusted, so escape it before showing it
create table if not exists main.answer_sentences (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    position integer not null,
    text varchar not null
);
