-- One row for each topic with all its fields, filled by readers outside of SQL. The SQL readers in ingest/read return the same
-- columns.
create or replace temp table topic_fields (
    line bigint,
    query_id varchar,
    fields struct(attribute varchar, value varchar)[],
    default_field varchar,
    odd_fields varchar[],
    problem varchar
);
