-- Excluded items: one row for each topic and item.
create table staging.exclusions (
    file_id integer not null,
    line bigint not null,
    query_id varchar,
    doc_id varchar,
    problem varchar
);
