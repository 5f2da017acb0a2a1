-- Dataset statistics, computed from what is loaded.
--
-- source: TREC 2019 overview, Table 1; SIGIR'21 resource paper, Table 1; values from corpus.dataset_statistics
-- grain: exhibit, row_key, column_name
-- columns:
--   exhibit: 'A-T1', 'B-T1', 'B-S4', 'D-S12', 'D-S14' or 'D-S15'
--   row_key: kind of data, or corpus
--   column_name: as in published.cells
--   value: records loaded, where the part is complete; ratios of printed sizes for B-S4, D-S12 and D-S15
-- caveats: the validation sets of A-T1 are the v1 dev sets, which paper B prints with their right sizes
-- example: from published.computed_datasets where exhibit = 'B-T1'
create or replace view published.computed_datasets as
with parts as (
    select
        dataset_statistics.part,
        dataset_statistics.collection,
        dataset_statistics.name,
        dataset_statistics.loaded_records::double as records,
        dataset_statistics.loaded_queries::double as topics,
    from corpus.dataset_statistics as dataset_statistics
    where dataset_statistics.is_complete
),

years as (
    select
        collections.year,
        collections.task,
        queries.records as queries,
        qrels.records as qrels,
        qrels.topics,
    from main.collections as collections
    left join parts as queries on queries.part = 'queries' and collections.query_set = queries.name
    left join parts as qrels
        on
            qrels.part = 'qrels'
            and collections.collection = qrels.collection
            and collections.qrels_variant = qrels.name
    where collections.year is not null
),

shared as (
    select
        'collection' as row_a,
        'corpus' as row_b,
        'docs' as task,
        parts.records,
    from parts
    where parts.part = 'corpus' and parts.name = 'msmarco-v1-document'
    union all
    select
        'collection' as row_a,
        'corpus' as row_b,
        'passages' as task,
        parts.records,
    from parts
    where parts.part = 'corpus' and parts.name = 'msmarco-v1-passage'
    union all
    select
        'validation queries' as row_a,
        'dev queries' as row_b,
        split_part(parts.name, '-', 4) as task,
        parts.records,
    from parts
    where parts.part = 'queries' and parts.name like 'msmarco-v1-dev-%'
    union all
    select
        'validation qrels' as row_a,
        'dev qrels' as row_b,
        split_part(parts.collection, '-', 4) as task,
        parts.records,
    from parts
    where parts.part = 'qrels' and parts.collection like 'msmarco-v1-dev-%'
),

growth as (
    select
        max(cells.value) filter (where cells.row_key = 'docs v1') as docs_v1,
        max(cells.value) filter (where cells.row_key = 'docs v2') as docs_v2,
        max(cells.value) filter (where cells.row_key = 'passages v1') as passages_v1,
        max(cells.value) filter (where cells.row_key = 'passages v2') as passages_v2,
    from published.cells as cells
    where cells.exhibit = 'D-S15' and cells.column_name = 'million'
),

urls as (
    select
        max(cells.value) filter (where cells.row_key = 'old urls') as old_urls,
        max(cells.value) filter (where cells.row_key = 'all urls') as all_urls,
    from published.cells as cells
    where cells.exhibit = 'D-S12' and cells.column_name = 'million'
),

clicks as (
    select
        max(cells.value) filter (where cells.exhibit = 'B-S4' and cells.column_name = 'click_pairs_million') as million,
        max(cells.value) filter (where cells.row_key = 'train qrels' and cells.column_name = 'docs') as train_qrels,
    from published.cells as cells
    where cells.exhibit in ('B-S4', 'B-T1')
),

ages as (
    select
        count(*) filter (where document_age.is_old) as num_old,
        count(*) filter (where not document_age.is_old) as num_new,
    from corpus.document_age() as document_age
)

select
    'A-T1' as exhibit,
    row_a as row_key,
    task || '_records' as column_name,
    records as value,
from shared
union all
select
    'A-T1' as exhibit,
    'test queries' as row_key,
    task || '_records' as column_name,
    queries as value,
from years
where year = 2019
union all
select
    'B-T1' as exhibit,
    row_b as row_key,
    task as column_name,
    records as value,
from shared
union all
select
    'B-T1' as exhibit,
    year || ' queries submitted' as row_key,
    task as column_name,
    queries as value,
from years
union all
select
    'B-T1' as exhibit,
    year || ' queries judged' as row_key,
    task as column_name,
    topics as value,
from years
union all
select
    'B-T1' as exhibit,
    year || ' qrels' as row_key,
    task as column_name,
    qrels as value,
from years
union all
select
    'D-S14' as exhibit,
    'passages' as row_key,
    'fewer_queries_percent' as column_name,
    100 * (1 - passages.topics / docs.topics) as value,
from years as docs
inner join years as passages on docs.year = passages.year
where docs.year = 2021 and docs.task = 'docs' and passages.task = 'passages'
union all
select
    'D-S15' as exhibit,
    (case when parts.name like '%-document' then 'docs ' else 'passages ' end)
    || split_part(parts.name, '-', 2) as row_key,
    'million' as column_name,
    parts.records / 1e6 as value,
from parts
where parts.part = 'corpus'
union all
select
    'D-S15' as exhibit,
    'docs' as row_key,
    'growth' as column_name,
    docs_v2 / docs_v1 as value,
from growth
union all
select
    'D-S15' as exhibit,
    'passages' as row_key,
    'growth' as column_name,
    passages_v2 / passages_v1 as value,
from growth
union all
select
    'D-S15' as exhibit,
    'passages' as row_key,
    'per_document' as column_name,
    passages_v2 / docs_v2 as value,
from growth
union all
select
    'D-S15' as exhibit,
    'passages v1' as row_key,
    'per_document' as column_name,
    passages_v1 / docs_v1 as value,
from growth
union all
select
    'D-S12' as exhibit,
    'random ranker' as row_key,
    'oldness' as column_name,
    old_urls / all_urls as value,
from urls
union all
select
    'D-S12' as exhibit,
    'old urls' as row_key,
    'million' as column_name,
    num_old / 1e6 as value,
from ages
union all
select
    'D-S12' as exhibit,
    'new urls' as row_key,
    'million' as column_name,
    num_new / 1e6 as value,
from ages
union all
select
    'D-S12' as exhibit,
    'all urls' as row_key,
    'million' as column_name,
    parts.records / 1e6 as value,
from parts
where parts.part = 'corpus' and parts.name = 'msmarco-v2-document'
union all
select
    'B-S4' as exhibit,
    'orcas' as row_key,
    'times_larger' as column_name,
    million * 1e6 / train_qrels as value,
from clicks;
