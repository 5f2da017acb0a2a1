-- Status of an exhibit: the most serious status of its printed numbers.
--
-- source: published.comparison, which defines the statuses
-- params:
--   statuses: list of the statuses of the printed numbers; null or empty if there are no printed numbers
-- returns: varchar, the first status in the order 'mismatch', 'needs data', 'not reproducible', 'known misprint', 'agrees
--   with NIST', 'agrees in print', 'match'; 'no printed numbers' if the list is null or empty
-- example: select published.overall_status(['match', 'needs data']) as status
create or replace macro published.overall_status(statuses) as
    coalesce(
        list_filter(
            [
                'mismatch', 'needs data', 'not reproducible', 'known misprint', 'agrees with NIST', 'agrees in print', 'match',
            ],
            lambda each: list_contains(statuses, each)
        )[1],
        'no printed numbers'
    );
