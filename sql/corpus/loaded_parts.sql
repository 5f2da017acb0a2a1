-- Every part that is loaded completely, listed once even if several editions share it.
--
-- source: corpus.dataset_statistics
-- grain: part, collection, name
-- columns:
--   part: 'queries', 'qrels', 'runs', 'corpus' or 'mapping'
--   collection: judged task of qrels and runs; null for parts that several tasks share
--   name: query set, qrels variant, or corpus; the collection for runs
--   loaded_records: rows loaded; for runs the number of submitted runs with a loaded ranking
--   loaded_queries: topics loaded; for qrels the judged topics; null for runs, corpora and mappings
-- caveats: a part is complete if it has as many records as one of its editions expects
-- example: from corpus.loaded_parts where part = 'queries' order by name
create or replace view corpus.loaded_parts as
select
    statistics.part,
    statistics.collection,
    statistics.name,
    max(statistics.loaded_records) as loaded_records,
    max(statistics.loaded_queries) as loaded_queries,
from corpus.dataset_statistics as statistics
where statistics.is_complete
group by statistics.part, statistics.collection, statistics.name;
