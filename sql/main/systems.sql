-- The system that each run belongs to, which can have runs in several collections, and the run's seed or checkpoint.
--
-- source: main.run_metadata, notes on runs with the keys 'system' and 'seed' (columns of the files for dltrack ingest
--   run-notes or --metadata); main.loads for the order of the notes
-- grain: collection, run_id
-- columns:
--   system: name of the system; if a run has several such notes, the last loaded
--   seed: name of the seed or checkpoint; null if no note names it
-- needs: run notes
-- page: stored
-- caveats: runs without a note have no row; systems.across joins such runs by run name
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
