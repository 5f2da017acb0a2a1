-- The retrieved items of every loaded run, with the order trec_eval gives them.
--
-- source: TREC run files (six columns); rank as in trec_eval 9 form_res_rels.c
-- grain: collection, run_id, query_id, doc_id
-- columns:
--   collection: judged task
--   run_id: run, see runs
--   query_id: topic number as text
--   doc_id: id of the retrieved item
--   submitted_rank: rank column of the file (some runs count from 0)
--   score: score as submitted, double precision
--   rank: position from 1 by score as float descending, then doc_id descending bytewise
-- caveats: measures read metrics.ranked, which applies the chosen tie rule; no index, unique by expectation at load
create table if not exists main.rankings (
    collection varchar not null,
    run_id varchar not null,
    query_id varchar not null,
    doc_id varchar not null using compression zstd,
    submitted_rank integer not null,
    score double not null,
    rank integer not null
);
