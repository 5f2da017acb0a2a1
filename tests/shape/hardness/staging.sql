create table staging.hardness (
    file_id integer not null,
    line bigint not null,
    query_id varchar,
    judge varchar,
    level smallint,
    problem varchar
);
