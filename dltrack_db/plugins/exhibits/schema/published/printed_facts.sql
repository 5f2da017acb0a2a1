-- One row for each fact about a submitted run that dltrack takes from a printed table. Counts that use such a fact have the
-- status 'agrees in print'.
--
-- source: the run tables of the overviews; papers/printed_facts.csv
-- grain: collection, run_id, column_name
-- columns:
--   run_id: run; null if the fact is taken from print for every run of the collection
--   column_name: column of main.runs; 'baseline' if the paper lists the run as a baseline, but NIST's page does not
--   exhibit: table in which the fact is printed
create table if not exists published.printed_facts (
    collection varchar not null,
    run_id varchar,
    column_name varchar not null,
    exhibit varchar not null
);
