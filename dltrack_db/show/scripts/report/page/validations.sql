-- What was expected of the loads of some editions, failures first. Variable: `editions`.
select
    suite,
    expectation,
    meaning,
    severity,
    success,
    unexpected_rows
from catalog.validations
where list_contains(getvariable('editions'), edition)
order by success, suite, expectation
