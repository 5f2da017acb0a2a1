-- The lines of the files at hand, as read; `is_odd` marks those that are malformed, or that only the careful reader
-- can tell to be well formed. The quick reader does not number the lines of runs.
create schema if not exists evaluate;

create table evaluate.run_lines (
    run_id varchar not null,
    line bigint,
    query_id varchar,
    doc_id varchar,
    submitted_rank integer,
    score double,
    tag varchar,
    is_odd boolean
);

create table evaluate.qrels_lines (
    line bigint not null,
    query_id varchar,
    iteration varchar,
    doc_id varchar,
    relevance smallint,
    is_odd boolean
);
