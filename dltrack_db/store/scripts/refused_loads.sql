-- Temporary table of the last rejected loads, one row per failed expectation (store/refusals.py).
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
