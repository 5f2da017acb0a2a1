-- The outcome of every expectation of every published load.
--
-- source: Great Expectations, suites in ingest/parts
-- grain: batch_id, suite, expectation
-- columns:
--   batch_id: the published batch, see loads
--   suite: table that is checked
--   expectation: its name in the suite, with the collection or file
--   meaning: the condition in words
--   severity: 'error' stops a load, 'warning' is recorded
--   success: whether it held
--   expected: expected value; null without one
--   observed: observed value
--   unexpected_rows: number of offending rows
--   examples: the first offenders, one per line
--   checked_at: when
create table if not exists main.load_expectations (
    batch_id varchar not null,
    suite varchar not null,
    expectation varchar not null,
    meaning varchar not null,
    severity varchar not null check (severity in ('error', 'warning')),
    success boolean not null,
    expected varchar,
    observed varchar,
    unexpected_rows bigint,
    examples varchar,
    checked_at timestamptz not null
);
