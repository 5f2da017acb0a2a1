-- Dataset statistics of 2019: records of the files that are loaded in full.
--
-- source: TREC 2019 Deep Learning overview, Table 1; values from corpus.dataset_statistics
-- grain: item
-- columns:
--   item: kind of data
--   docs_records: records of the document task; null where not loaded in full
--   docs_size: unpacked size; null, recipes do not keep it
--   passages_records: records of the passage task
--   passages_size: unpacked size; null
-- caveats: the validation sets are the v1 dev sets, which paper B prints with their right sizes, but for the labels of
--   all dev passages; train queries are those that have a label, of the passage task 502,939 of 808,731
-- example: from exhibits.a_t1
create or replace view exhibits.a_t1 as
with parts as (
    select
        dataset_statistics.part,
        dataset_statistics.collection,
        dataset_statistics.name,
        dataset_statistics.loaded_records as records,
        dataset_statistics.loaded_queries as topics,
    from corpus.dataset_statistics as dataset_statistics
    where dataset_statistics.is_complete
),

items as (
    select
        unnest(range(6)) as place,
        unnest([
            'collection', 'train queries', 'train qrels', 'validation queries', 'validation qrels', 'test queries',
        ]) as item,
        unnest(['corpus', 'qrels', 'qrels', 'queries', 'qrels', 'queries']) as part,
        unnest([
            'msmarco-v1-document', 'msmarco-v1-train-docs', 'msmarco-v1-train-docs', 'msmarco-v1-dev-docs',
            'msmarco-v1-dev-docs', 'trec2019',
        ]) as docs_name,
        unnest([
            'msmarco-v1-passage', 'msmarco-v1-train-passages', 'msmarco-v1-train-passages', 'msmarco-v1-dev-passages',
            'msmarco-v1-full-dev-passages', 'trec2019',
        ]) as passages_name,
)

select
    items.item,
    case when items.item = 'train queries' then docs.topics else docs.records end as docs_records,
    null::double as docs_size,
    case when items.item = 'train queries' then passages.topics else passages.records end as passages_records,
    null::double as passages_size,
from items
left join parts as docs on items.part = docs.part and items.docs_name = coalesce(docs.collection, docs.name)
left join parts as passages
    on
        items.part = passages.part
        and items.passages_name = coalesce(passages.collection, passages.name)
order by items.place;
