-- Results of the validation of published loads: one row per load and expectation.
--
-- source: Great Expectations, suites in ingest/parts
-- grain: batch_id, suite, expectation
-- columns:
--   batch_id: published batch, see loads
--   suite: name of the checked table
--   expectation: name of the expectation in the suite, with the collection or file
--   meaning: condition in words
--   severity: 'error' if a violation stops the load, 'warning' if it is only recorded
--   success: whether the data met the condition
--   expected: expected value; null if the condition has no such value
--   observed: observed value
--   unexpected_rows: number of rows that violate the condition
--   examples: first violations, one per line
--   checked_at: time of the check
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
