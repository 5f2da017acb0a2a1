-- What is said of an exhibit by the statuses of its cells: the one that most asks to be looked at.
--
-- source: published.comparison, which says what each status means
-- params:
--   statuses: statuses of the cells, as a list; null or empty without cells
-- returns: varchar, the first of 'mismatch', 'needs data', 'not reproducible', 'known misprint', 'agrees with NIST', 'agrees in
--   print', 'match' that any has; 'no printed numbers' without cells
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
