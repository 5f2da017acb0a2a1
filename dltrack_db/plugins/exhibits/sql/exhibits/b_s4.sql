-- Size of ORCAS, and how many times larger it is than the document training set.
--
-- source: SIGIR'21 resource paper, section 3.3; 18 million click pairs by the title of reference 7
-- grain: item
-- columns:
--   item: 'orcas'
--   click_pairs_million: million pairs of query and clicked document; null if not loaded in full
--   times_larger: click pairs / training qrels of the document task; computed from printed numbers unless both are loaded
--   from_print
-- example: from exhibits.b_s4
create or replace view exhibits.b_s4 as
with loaded as (
    select
        max(parts.loaded_records) filter (where parts.collection = 'orcas' and parts.name = 'clicks') as clicks,
        max(parts.loaded_records) filter (where parts.collection = 'msmarco-v1-train-docs' and parts.name = 'msmarco')
            as training,
    from corpus.loaded_parts as parts
    where parts.part = 'qrels'
),

printed as (
    select
        1e6 * max(cells.value) filter (where cells.exhibit = 'B-S4' and cells.column_name = 'click_pairs_million')
            as clicks,
        max(cells.value) filter (
            where cells.exhibit = 'B-T1' and cells.row_key = 'train qrels' and cells.column_name = 'docs'
        ) as training,
    from published.cells as cells
    where cells.exhibit in ('B-S4', 'B-T1')
    having count(*) > 0
)

select
    'orcas' as item,
    loaded.clicks / 1e6 as click_pairs_million,
    coalesce(loaded.clicks / loaded.training, printed.clicks / printed.training) as times_larger,
    case when loaded.clicks / loaded.training is null then ['times_larger'] end as from_print,
from loaded
cross join printed;
