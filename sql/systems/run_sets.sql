-- Named sets of runs, for example the runs that scores are standardised by.
--
-- source: main.run_metadata, notes on runs with the key 'run_set' (dltrack ingest run-notes, a column run_set)
-- grain: collection, run_set, run_id
-- columns:
--   collection
--   run_set: name of the set; several names for a run are separated by blanks
--   run_id
-- caveats: run sets are stored, checked, exported and dropped like other notes on runs
-- example: from systems.run_sets order by all
create or replace view systems.run_sets as
select distinct
    named.collection,
    unnest(string_split_regex(trim(named.value), '\s+')) as run_set,
    named.run_id,
from main.run_metadata as named
where named.key = 'run_set';
