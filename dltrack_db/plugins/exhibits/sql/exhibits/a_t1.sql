-- Dataset statistics of 2019: number of records of each kind of file.
--
-- source: TREC 2019 Deep Learning overview, Table 1; values from corpus.loaded_parts
-- grain: item
-- columns:
--   item: kind of data, e.g. train queries
--   docs_records: number of records of the document task; null if not loaded in full
--   docs_size: size on disk in kilobytes, in blocks of 4096 bytes, of a query file that is loaded in full; null for other
--     files
--   passages_records: number of records of the passage task
--   passages_size: size on disk of the test queries of the passage task, computed like docs_size; null for other files
-- caveats: The validation sets are the v1 dev sets with the sizes in paper B, except for the labels of all dev passages. The
--   size is computed from the lines (id, tab, text, carriage return, line feed), so that it does not depend on compression.
--   Train queries are queries with a label (passage task: 502,939 of 808,731).
-- example: from exhibits.a_t1
create or replace view exhibits.a_t1 as
with parts as (
    select
        loaded_parts.part,
        loaded_parts.collection,
        loaded_parts.name,
        loaded_parts.loaded_records as records,
        loaded_parts.loaded_queries as topics,
    from corpus.loaded_parts as loaded_parts
),

sizes as (
    -- a line ends in carriage return and line feed
    select
        queries.query_set,
        4 * ceil(sum(strlen(queries.query_id) + strlen(queries.text) + 3) / 4096) as kilobytes,
    from main.queries as queries
    inner join parts on queries.query_set = parts.name and parts.part = 'queries'
    where queries.query_set in ('trec2019', 'msmarco-v1-dev-docs')
    group by queries.query_set
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
    docs_sizes.kilobytes as docs_size,
    case when items.item = 'train queries' then passages.topics else passages.records end as passages_records,
    passages_sizes.kilobytes as passages_size,
from items
left join parts as docs on items.part = docs.part and items.docs_name = coalesce(docs.collection, docs.name)
left join parts as passages
    on
        items.part = passages.part
        and items.passages_name = coalesce(passages.collection, passages.name)
left join sizes as docs_sizes on items.part = 'queries' and items.docs_name = docs_sizes.query_set
left join sizes as passages_sizes on items.part = 'queries' and items.passages_name = passages_sizes.query_set
order by items.place;
