-- One row for each column of facts about runs that dltrack takes from a printed table, by year and task. Counts that use
-- such facts have the status 'agrees in print'.
--
-- source: published.printed_facts
-- grain: year, task, column_name
-- columns:
--   column_name: column of main.runs; 'baseline' for whether a run is a baseline by the organizers
-- example: from published.printed_columns where year = 2021
create or replace view published.printed_columns as
select distinct
    collections.year,
    collections.task,
    printed_facts.column_name,
from published.printed_facts as printed_facts
inner join catalog.track_collections as collections on printed_facts.collection = collections.collection;
