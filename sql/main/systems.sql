-- Which runs belong to the same system, also across collections, and which seed or checkpoint of the system each run is.
--
-- source: main.run_metadata, notes on runs with the keys 'system' and 'seed' (columns of dltrack ingest run-notes or
--   --metadata); main.loads for the order of the notes
-- grain: collection, run_id
-- columns:
--   system: name of the system; of several notes on a run, the one loaded last
--   seed: name of the seed or checkpoint, as noted; null if none is noted
-- needs: run notes
-- page: stored
-- caveats: runs without a note are joined by their own names (systems.across)
-- example: from main.systems order by system, collection
create or replace view main.systems as
select
    noted.collection,
    noted.run_id,
    first(noted.value order by loads.load_id desc nulls last, noted.source asc) filter (where noted.key = 'system') as system,
    first(noted.value order by loads.load_id desc nulls last, noted.source asc) filter (where noted.key = 'seed') as seed,
from main.run_metadata as noted
left join main.loads as loads
    on noted.collection = loads.collection and noted.source = loads.name and loads.part = 'run-metadata'
group by noted.collection, noted.run_id
having system is not null;
