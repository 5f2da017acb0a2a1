-- One row for each answer that a system generated for a topic; its text is in main.answer_sentences.
--
-- source: files of generated answers (dltrack ingest answers): reports of RAG 2025, DRAGUN and AutoJudge, answers of
--   RAG 2024
-- grain: collection, run_id, query_id
-- parents: collections
-- columns:
--   run_id: name of the system in the record; not necessarily in main.runs
--   query_id: answered topic
--   response_length: number of words according to the record; null if the record has no number
--   source: name of the file, as in main.loads
create table if not exists main.answers (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    response_length bigint,
    source varchar not null
);
