-- The best BM25 against the best neural run of 2020, and how much of the error the neural run removes.
--
-- source: Atomized Search Length, Table 1 and equations 11 and 12; values from search_length.length_reduction and
--   search_length.precision_reduction
-- grain: measure
-- columns:
--   measure: 'P_20', 'asl_g10', 'map' or 'asl'
--   docs_bm25: best BM25 run; null, the paper does not name it
--   docs_neural: best neural run; null, the paper does not name it
--   docs_rrie: relative reduction in error, in percent
--   passages_bm25: best BM25 run; null, the paper does not name it
--   passages_neural: best neural run; null, the paper does not name it
--   passages_rrie: relative reduction in error, in percent
--   from_print
-- caveats: the reductions follow from the printed values; search_length.technique_reduction compares two runs of your
--   choice
-- example: from exhibits.c_t1
create or replace view exhibits.c_t1 as
with printed as (
    select
        cells.row_key as measure,
        max(cells.value) filter (where cells.column_name = 'docs_bm25') as docs_bm25,
        max(cells.value) filter (where cells.column_name = 'docs_neural') as docs_neural,
        max(cells.value) filter (where cells.column_name = 'passages_bm25') as passages_bm25,
        max(cells.value) filter (where cells.column_name = 'passages_neural') as passages_neural,
    from published.cells as cells
    where cells.exhibit = 'C-T1'
    group by cells.row_key
)

select
    printed.measure,
    null::double as docs_bm25,
    null::double as docs_neural,
    100 * case
        when printed.measure like 'asl%'
            then search_length.length_reduction(printed.docs_bm25, printed.docs_neural)
        else search_length.precision_reduction(printed.docs_bm25, printed.docs_neural)
    end as docs_rrie,
    null::double as passages_bm25,
    null::double as passages_neural,
    100 * case
        when printed.measure like 'asl%'
            then search_length.length_reduction(printed.passages_bm25, printed.passages_neural)
        else search_length.precision_reduction(printed.passages_bm25, printed.passages_neural)
    end as passages_rrie,
    ['docs_rrie', 'passages_rrie'] as from_print,
from printed
order by list_position(['P_20', 'asl_g10', 'map', 'asl'], printed.measure);
