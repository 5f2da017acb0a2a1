-- Named sets of runs: those that standardise scores, or belong together otherwise.
--
-- source: main.run_metadata, notes on runs with the key 'run_set' (dltrack ingest run-notes, a column run_set)
-- grain: collection, run_set, run_id
-- columns:
--   collection
--   run_set: name of the set; several names of a run are separated by blanks
--   run_id
-- caveats: what is noted is kept in the database, checked, exported and dropped as other notes on runs are
-- example: from systems.run_sets order by all
create or replace view systems.run_sets as
select distinct
    named.collection,
    unnest(string_split_regex(trim(named.value), '\s+')) as run_set,
    named.run_id,
from main.run_metadata as named
where named.key = 'run_set';
