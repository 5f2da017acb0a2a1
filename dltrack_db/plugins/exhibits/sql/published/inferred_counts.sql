-- One row for each pair of actual and inferred label: the number of documents of 2021, computed if all documents of the
-- judged passages are loaded, otherwise as printed.
--
-- source: TREC 2021 overview, Table 5; exhibits.d_t5
-- grain: actual, inferred
-- columns:
--   actual: the assessors' grade of the document
--   inferred: the highest grade of the document's judged passages
--   num_docs: number of documents with these two grades
--   is_from_print: whether the counts are taken from print
create or replace view published.inferred_counts as
with computed as (
    select
        d_t5.actual,
        unnest(range(4)) as inferred,
        unnest([d_t5.inferred_0, d_t5.inferred_1, d_t5.inferred_2, d_t5.inferred_3])::double as num_docs,
    from exhibits.d_t5 as d_t5
)

select
    computed.actual,
    computed.inferred,
    computed.num_docs,
    false as is_from_print,
from computed
union all
select
    cells.row_key::smallint as actual,
    split_part(cells.column_name, '_', 2)::integer as inferred,
    cells.value as num_docs,
    true as is_from_print,
from published.cells as cells
where cells.exhibit = 'D-T5' and not exists (select 1, from computed);
