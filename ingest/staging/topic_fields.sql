-- Topics with all that they say, as readers outside of SQL fill it; those in ingest/read give the same columns.
create or replace temp table topic_fields (
    line bigint,
    query_id varchar,
    fields struct(attribute varchar, value varchar)[],
    default_field varchar,
    odd_fields varchar[],
    problem varchar
);
