-- Staging table for official scores of tracks, from pages of the TREC Browser.
create table staging.track_scores (
    file_id integer not null,
    line bigint not null,
    run_id varchar,
    summary varchar not null,
    labels varchar not null,
    block smallint not null,
    measure varchar,
    value double,
    problem varchar
);
