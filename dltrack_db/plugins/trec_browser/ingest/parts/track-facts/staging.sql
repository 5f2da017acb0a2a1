-- Staging table for facts about tracks, from pages of the TREC Browser.
create table staging.track_facts (
    file_id integer not null,
    line bigint not null,
    position smallint not null,
    kind varchar not null,
    name varchar,
    description varchar,
    contact varchar,
    url varchar,
    problem varchar
);
