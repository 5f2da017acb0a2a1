-- The lines of the files at hand, as read; `is_odd` marks those that only the careful reader can judge, `problem` says why
-- one is refused. The quick reader does not number the lines of runs.
create schema if not exists evaluate;

create table evaluate.run_lines (
    run_id varchar not null,
    file_id integer not null,
    line bigint,
    position bigint,
    query_id varchar,
    doc_id varchar,
    submitted_rank integer,
    score double,
    tag varchar,
    is_odd boolean,
    problem varchar
);

create table evaluate.qrels_lines (
    line bigint,
    position bigint not null,
    query_id varchar,
    iteration varchar,
    doc_id varchar,
    relevance smallint,
    is_odd boolean,
    problem varchar
);
