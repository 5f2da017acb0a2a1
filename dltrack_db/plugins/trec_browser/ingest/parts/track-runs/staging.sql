-- Staging table for runs of tracks, from pages of the TREC Browser.
create table staging.track_runs (
    file_id integer not null,
    line bigint not null,
    task varchar not null,
    run_id varchar,
    team varchar,
    type varchar,
    submitted_on date,
    submitted_md5 varchar,
    url varchar,
    summary_url varchar,
    problem varchar
);
