-- Which runs belong to the same system, also across collections: `leaderboard` of several collections shows them in one row.
--
-- source: main.run_metadata, notes on runs with the key 'system' (dltrack ingest run-notes, a column system)
-- grain: collection, run_id
-- columns:
--   system: name of the system
-- caveats: runs without a note are joined by their own names (systems.across)
-- example: from main.systems order by system, collection
create or replace view main.systems as
select
    named.collection,
    named.run_id,
    min(named.value) as system,
from main.run_metadata as named
where named.key = 'system'
group by named.collection, named.run_id;
