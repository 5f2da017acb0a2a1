-- Parts of editions that are loaded completely; a part that several editions share has one row.
--
-- source: corpus.dataset_statistics
-- grain: part, collection, name
-- columns:
--   part: 'queries', 'qrels', 'runs', 'corpus' or 'mapping'
--   collection: judged task of qrels and runs; null for parts that several tasks share
--   name: query set, qrels variant or corpus; for runs, the collection
--   loaded_records: number of rows loaded; for runs, number of submitted runs with a loaded ranking
--   loaded_queries: number of topics loaded; for qrels, judged topics; null for runs, corpora and mappings
-- caveats: a part is complete if it has at least as many records as one of its editions expects
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
