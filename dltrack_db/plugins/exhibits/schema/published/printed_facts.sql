-- Facts about submitted runs that dltrack ships from a printed table: what is counted by them follows from print.
--
-- source: the run tables of the overviews; papers/printed_facts.csv
-- grain: collection, run_id, column_name
-- columns:
--   run_id: run; null where the fact of every run of the collection is from print
--   column_name: column of main.runs; 'baseline' where print, not NIST's page, counts the run among the baselines
--   exhibit: the table it is printed in
create table if not exists published.printed_facts (
    collection varchar not null,
    run_id varchar,
    column_name varchar not null,
    exhibit varchar not null
);
