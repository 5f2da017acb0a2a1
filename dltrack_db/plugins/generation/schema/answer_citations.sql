-- What the sentences of generated answers cite, in the order in which they cite it.
--
-- source: see main.answers; positions in the list of references are read as the documents that stand there
-- grain: collection, run_id, query_id, position, ordinal
-- parents: answer_sentences
-- columns:
--   run_id: system, as in main.answers
--   query_id: answered topic
--   position: sentence, as in main.answer_sentences
--   ordinal: place among the citations of the sentence, from 1
--   doc_id: cited document, passage or address
--   weight: confidence that the system gives; null where it gives none
create table if not exists main.answer_citations (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    position integer not null,
    ordinal integer not null,
    doc_id varchar not null,
    weight double
);
