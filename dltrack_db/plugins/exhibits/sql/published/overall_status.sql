-- Status of an exhibit: the most serious status of its cells.
--
-- source: published.comparison, which defines the statuses
-- params:
--   statuses: statuses of the cells, as a list; null or empty without cells
-- returns: varchar, the first in the list of 'mismatch', 'needs data', 'not reproducible', 'known misprint', 'agrees
--   with NIST', 'agrees in print', 'match'; 'no printed numbers' without cells
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
