-- Sizes of the corpora, and their growth from v1 to v2.
--
-- source: TREC 2021 Deep Learning overview, sections 1 and 3; values from corpus.loaded_parts
-- grain: item
-- columns:
--   item: a corpus ('docs v1') for its size, or a task ('docs') for the growth
--   million: number of documents or passages, in millions; null if the corpus is not loaded in full
--   growth: size of v2 / size of v1
--   per_document: number of passages per document
--   from_print
-- caveats: ratios are computed from printed sizes if a corpus is not loaded in full
-- example: from exhibits.d_s15
create or replace view exhibits.d_s15 as
with loaded as (
    select
        max(loaded_parts.loaded_records) filter (where loaded_parts.name = 'msmarco-v1-document') / 1e6
            as docs_v1,
        max(loaded_parts.loaded_records) filter (where loaded_parts.name = 'msmarco-v2-document') / 1e6
            as docs_v2,
        max(loaded_parts.loaded_records) filter (where loaded_parts.name = 'msmarco-v1-passage') / 1e6
            as passages_v1,
        max(loaded_parts.loaded_records) filter (where loaded_parts.name = 'msmarco-v2-passage') / 1e6
            as passages_v2,
    from corpus.loaded_parts as loaded_parts
    where loaded_parts.part = 'corpus'
),

printed as (
    select
        max(cells.value) filter (where cells.row_key = 'docs v1') as docs_v1,
        max(cells.value) filter (where cells.row_key = 'docs v2') as docs_v2,
        max(cells.value) filter (where cells.row_key = 'passages v1') as passages_v1,
        max(cells.value) filter (where cells.row_key = 'passages v2') as passages_v2,
    from published.cells as cells
    where cells.exhibit = 'D-S15' and cells.column_name = 'million'
),

ratios as (
    select
        unnest(['docs v1', 'docs v2', 'passages v1', 'passages v2', 'docs', 'passages']) as item,
        unnest([loaded.docs_v1, loaded.docs_v2, loaded.passages_v1, loaded.passages_v2, null, null]) as million,
        unnest([null, null, null, null, loaded.docs_v2 / loaded.docs_v1, loaded.passages_v2 / loaded.passages_v1])
            as growth,
        unnest([
            null, null, null, null, printed.docs_v2 / printed.docs_v1, printed.passages_v2 / printed.passages_v1,
        ]) as printed_growth,
        unnest([
            null, null, loaded.passages_v1 / loaded.docs_v1, null, null, loaded.passages_v2 / loaded.docs_v2,
        ]) as per_document,
        unnest([
            null, null, printed.passages_v1 / printed.docs_v1, null, null, printed.passages_v2 / printed.docs_v2,
        ]) as printed_per_document,
    from loaded
    cross join printed
)

select
    ratios.item,
    ratios.million,
    coalesce(ratios.growth, ratios.printed_growth) as growth,
    coalesce(ratios.per_document, ratios.printed_per_document) as per_document,
    nullif(
        list_filter(
            [
                case when ratios.growth is null and ratios.printed_growth is not null then 'growth' end,
                case
                    when ratios.per_document is null and ratios.printed_per_document is not null then 'per_document'
                end,
            ],
            lambda name: name is not null
        ),
        []
    ) as from_print,
from ratios;
