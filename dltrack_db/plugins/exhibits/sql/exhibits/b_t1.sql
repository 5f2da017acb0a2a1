-- Dataset statistics up to 2020: number of records of each kind of file.
--
-- source: SIGIR'21 resource paper, Table 1; values from corpus.loaded_parts
-- grain: item
-- columns:
--   item: kind of data, e.g. train queries
--   docs: number of records of the document task; null if not loaded in full
--   passages: number of records of the passage task; null if not loaded in full
-- caveats: train queries are queries with a label (passage task: 502,939 of 808,731)
-- example: from exhibits.b_t1
create or replace view exhibits.b_t1 as
with parts as (
    select
        loaded_parts.part,
        loaded_parts.collection,
        loaded_parts.name,
        loaded_parts.loaded_records as records,
        loaded_parts.loaded_queries as topics,
    from corpus.loaded_parts as loaded_parts
),

items as (
    select
        unnest(range(5)) as place,
        unnest(['corpus', 'train queries', 'train qrels', 'dev queries', 'dev qrels']) as item,
        unnest(['corpus', 'qrels', 'qrels', 'queries', 'qrels']) as part,
        unnest([
            'msmarco-v1-document', 'msmarco-v1-train-docs', 'msmarco-v1-train-docs', 'msmarco-v1-dev-docs',
            'msmarco-v1-dev-docs',
        ]) as docs_name,
        unnest([
            'msmarco-v1-passage', 'msmarco-v1-train-passages', 'msmarco-v1-train-passages', 'msmarco-v1-dev-passages',
            'msmarco-v1-dev-passages',
        ]) as passages_name,
),

shared as (
    select
        items.place,
        items.item,
        case when items.item = 'train queries' then docs.topics else docs.records end as docs,
        case when items.item = 'train queries' then passages.topics else passages.records end as passages,
    from items
    left join parts as docs on items.part = docs.part and items.docs_name = coalesce(docs.collection, docs.name)
    left join parts as passages
        on
            items.part = passages.part
            and items.passages_name = coalesce(passages.collection, passages.name)
),

test_sets as (
    select
        10 * collections.year + unnest(range(3)) as place,
        collections.year || ' ' || unnest(['queries submitted', 'queries judged', 'qrels']) as item,
        collections.task,
        unnest([queries.records, qrels.topics, qrels.records]) as records,
    from catalog.track_collections as collections
    left join parts as queries on queries.part = 'queries' and collections.query_set = queries.name
    left join parts as qrels
        on
            qrels.part = 'qrels'
            and collections.collection = qrels.collection
            and collections.qrels_variant = qrels.name
    where collections.year in (2019, 2020)
),

years as (
    select
        test_sets.place,
        test_sets.item,
        max(test_sets.records) filter (where test_sets.task = 'docs') as docs,
        max(test_sets.records) filter (where test_sets.task = 'passages') as passages,
    from test_sets
    group by test_sets.place, test_sets.item
),

all_items as (
    select
        shared.place,
        shared.item,
        shared.docs,
        shared.passages,
    from shared
    union all
    select
        years.place,
        years.item,
        years.docs,
        years.passages,
    from years
)

select
    all_items.item,
    all_items.docs,
    all_items.passages,
from all_items
order by all_items.place;
