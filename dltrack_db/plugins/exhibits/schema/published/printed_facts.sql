-- Facts about submitted runs that dltrack takes from a printed table; counts that use them are 'from print'.
--
-- source: the run tables of the overviews; papers/printed_facts.csv
-- grain: collection, run_id, column_name
-- columns:
--   run_id: run; null if the fact is from print for every run of the collection
--   column_name: column of main.runs; 'baseline' if only print, not NIST's page, lists the run as a baseline
--   exhibit: the table it is printed in
create table if not exists published.printed_facts (
    collection varchar not null,
    run_id varchar,
    column_name varchar not null,
    exhibit varchar not null
);
