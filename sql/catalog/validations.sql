-- Every expectation that was checked before a load was published, and whether it was met.
--
-- source: main.load_expectations, main.loads; suites in ingest/parts, executed by Great Expectations
-- grain: batch_id, suite, expectation
-- columns:
--   published_at: time at which the load was published
--   edition: recipe or collection of the load
--   batch_id: id of the load
--   suite: table that was checked: 'queries', 'qrels', 'rankings', …
--   expectation: name of the expectation
--   meaning: condition that all rows must meet
--   severity: 'error' if a violation stops the load, 'warning' if it is only recorded
--   success: whether the expectation was met
--   unexpected_rows: number of rows that break the expectation
--   examples: the first rows that break the expectation, one per line
-- page: stored
-- example: from catalog.validations where not success
create or replace view catalog.validations as
with
batches as (
    select
        batch_id,
        min(published_at) as published_at,
        string_agg(distinct edition, ', ' order by edition) as edition,
    from main.loads
    group by batch_id
)

select
    batches.published_at,
    batches.edition,
    outcomes.batch_id,
    outcomes.suite,
    outcomes.expectation,
    outcomes.meaning,
    outcomes.severity,
    outcomes.success,
    outcomes.unexpected_rows,
    outcomes.examples,
from main.load_expectations as outcomes
inner join batches on batches.batch_id = outcomes.batch_id
order by batches.published_at, outcomes.suite, outcomes.checked_at;
