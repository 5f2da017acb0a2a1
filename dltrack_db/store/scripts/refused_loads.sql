-- The table of a connection that has the last refused loads, as dltrack_db/store/refusals.py fills it.
create or replace temp table refused_loads (
    refused_at timestamptz,
    edition varchar,
    suite varchar,
    expectation varchar,
    meaning varchar,
    severity varchar,
    unexpected_rows bigint,
    examples varchar
);
