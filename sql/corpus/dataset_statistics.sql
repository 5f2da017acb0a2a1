-- Every part of every edition, with the number of records in the official file and the number of loaded records.
--
-- source: TREC 2019 overview, Table 1; SIGIR'21 resource paper, Table 1
-- grain: edition, part, collection, name
-- columns:
--   edition: recipe that describes the part; null if no recipe describes it
--   part: 'queries', 'qrels', 'runs', 'corpus' or 'mapping'
--   collection: judged task of qrels and runs; null for parts that several tasks share
--   name: query set, qrels variant or corpus; for runs, the collection
--   file: official file name
--   bytes: size of the official file as published (usually compressed)
--   expected_records: number of rows in the official file; for runs, number of submitted runs
--   loaded_records: number of rows loaded; for runs, number of submitted runs with a loaded ranking
--   expected_queries: number of topics in the official file; for qrels, judged topics
--   loaded_queries: number of topics loaded; for qrels, judged topics; null for runs, corpora and mappings
--   is_complete: whether at least the expected records are loaded; null if no number is expected
-- example: from corpus.dataset_statistics where part = 'qrels' order by collection
create or replace view corpus.dataset_statistics as
with expected as (
    select
        collection_parts.edition,
        collection_parts.part,
        collection_parts.collection,
        collection_parts.name,
        string_agg(collection_parts.file, ', ' order by collection_parts.file) as file,
        sum(collection_parts.bytes)::bigint as bytes,
        sum(collection_parts.expected_rows)::bigint as expected_records,
        max(collection_parts.expected_queries) as expected_queries,
    from main.collection_parts as collection_parts
    where collection_parts.part in ('queries', 'qrels', 'runs', 'corpus', 'mapping')
    group by collection_parts.edition, collection_parts.part, collection_parts.collection, collection_parts.name
),

loaded as (
    select
        'queries' as part,
        null::varchar as collection,
        queries.query_set as name,
        count(*) as records,
        count(distinct queries.query_id) as topics,
    from main.queries as queries
    group by queries.query_set
    union all
    select
        'qrels' as part,
        qrels.collection,
        qrels.variant as name,
        count(*) as records,
        count(distinct qrels.query_id) as topics,
    from main.qrels as qrels
    group by qrels.collection, qrels.variant
    union all
    select
        'runs' as part,
        runs.collection,
        runs.collection as name,
        count(*) filter (where runs.is_submission and runs.source_file is not null) as records,
        null::bigint as topics,
    from main.runs as runs
    group by runs.collection
    union all
    select
        'corpus' as part,
        null::varchar as collection,
        passages.corpus as name,
        count(*) as records,
        null::bigint as topics,
    from main.passages as passages
    group by passages.corpus
    union all
    select
        'corpus' as part,
        null::varchar as collection,
        documents.corpus as name,
        count(*) as records,
        null::bigint as topics,
    from main.documents as documents
    group by documents.corpus
    union all
    select
        'mapping' as part,
        null::varchar as collection,
        passage_documents.corpus as name,
        count(*) as records,
        null::bigint as topics,
    from main.passage_documents as passage_documents
    group by passage_documents.corpus
)

select
    expected.edition,
    coalesce(expected.part, loaded.part) as part,
    coalesce(expected.collection, loaded.collection) as collection,
    coalesce(expected.name, loaded.name) as name,
    expected.file,
    expected.bytes,
    expected.expected_records,
    coalesce(loaded.records, 0) as loaded_records,
    expected.expected_queries,
    loaded.topics as loaded_queries,
    coalesce(loaded.records, 0) >= expected.expected_records as is_complete,
from expected
full join loaded
    on
        expected.part = loaded.part
        and expected.collection is not distinct from loaded.collection
        and expected.name = loaded.name;
