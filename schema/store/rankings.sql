-- Rankings in stored form: one row per retrieved item, with the number of its run and topic. For queries, use main.rankings.
--
-- source: TREC run files (six columns); rank as in trec_eval form_res_rels.c
-- grain: answer_id, doc_id
-- columns:
--   answer_id: number of the pair of run and topic, see main.run_topics
--   doc_id
--   submitted_rank: rank column of the file (in some runs, ranks begin with 0)
--   score: score as submitted, double precision
--   rank: position from 1 under the tie rule of the collection, see metrics.place; null for excluded items, which are
--     skipped (metrics.exclusions)
-- caveats: has no index; loads check that rows are unique
create table if not exists store.rankings ( -- noqa: PRS
    answer_id integer not null,
    doc_id varchar not null using compression zstd,
    submitted_rank integer not null,
    score double not null,
    rank integer
);
