-- The collections of the Deep Learning track, TREC 2019 to 2023, which the papers compare by year.
--
-- source: main.collections
-- grain: collection
-- columns:
--   collection
--   edition: 'trec2019' to 'trec2023'
--   year
--   task
--   query_set: name of the topic set
--   qrels_variant: name of the official labels
-- caveats: other collections also have a year: TREC-COVID is from 2020
-- example: from catalog.track_collections
create or replace view catalog.track_collections as
select
    collections.collection,
    collections.edition,
    collections.year,
    collections.task,
    collections.query_set,
    collections.qrels_variant,
from main.collections as collections
where collections.edition = 'trec' || collections.year;
