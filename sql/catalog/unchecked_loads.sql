-- Loads whose rows cannot be checked because the ledger has no checksum of the rows: they come from a database of dltrack 0.1.
--
-- source: main.loads
-- grain: load_id
-- columns:
--   load_id: number of the load
--   part: kind of data: 'queries', 'qrels', 'runs' or 'corpus'
--   collection: judged task; null for topics and corpora
--   name: query set, qrels variant, run or corpus
-- example: from catalog.unchecked_loads
create or replace view catalog.unchecked_loads as
select
    loads.load_id,
    loads.part,
    loads.collection,
    loads.name,
from main.loads as loads
where loads.checksum is null
order by loads.load_id;
