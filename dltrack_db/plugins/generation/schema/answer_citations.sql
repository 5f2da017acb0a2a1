-- One row for each citation of a sentence in a generated answer, in the order of citation.
--
-- source: see main.answers; indexes into a list of references are replaced by the documents
-- grain: collection, run_id, query_id, position, ordinal
-- parents: answer_sentences
-- columns:
--   run_id: system, as in main.answers
--   query_id: answered topic
--   position: sentence, as in main.answer_sentences
--   ordinal: position among the citations of the sentence, from 1
--   doc_id: cited document, passage or address
--   weight: the system's confidence; null if not given
create table if not exists main.answer_citations (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    position integer not null,
    ordinal integer not null,
    doc_id varchar not null,
    weight double
);
