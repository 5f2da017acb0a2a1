create table staging.mteb (
    file_id integer not null,
    line bigint not null,
    task varchar,
    split varchar,
    subset varchar,
    metric varchar,
    value double,
    problem varchar
);
