-- One row for each citation of a sentence in a generated answer, in the order of citation.
--
-- source: see main.answers; an index into the list of references is replaced by the document
-- grain: collection, run_id, query_id, position, ordinal
-- parents: answer_sentences
-- columns:
--   run_id: name of the system, as in main.answers
--   query_id: answered topic
--   position: position of the sentence in the answer, from 1
--   ordinal: position among the citations of the sentence, from 1
--   doc_id: cited document, passage or address
--   weight: confidence of the system; null if the file has none
create table if not exists main.answer_citations (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    position integer not null,
    ordinal integer not null,
    doc_id varchar not null,
    weight double
);
