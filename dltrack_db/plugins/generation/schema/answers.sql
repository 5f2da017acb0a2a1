-- The answers that systems wrote: one per run and topic.
--
-- source: files of generated answers (dltrack ingest answers): reports of RAG 2025, DRAGUN and AutoJudge, answers of RAG 2024
-- grain: collection, run_id, query_id
-- parents: collections
-- columns:
--   run_id: system, as the record names it; need not be in main.runs
--   query_id: answered topic
--   response_length: number of words as the record says; null where it does not
--   source: the file's name, by which main.loads has it
-- caveats: the text is in main.answer_sentences
create table if not exists main.answers (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    response_length bigint,
    source varchar not null
);
