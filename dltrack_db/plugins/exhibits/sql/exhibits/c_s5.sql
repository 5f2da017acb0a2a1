-- ASL@g1-10 of the best passage run, as stated in the text.
--
-- source: Atomized Search Length, section 4.5; exhibits.c_t1
-- grain: item
-- columns:
--   item: 'best passage run'
--   asl_g10: ASL@g1-10 of the run; if the run is not loaded, the number in Table 1 of the same paper
--   from_print
-- example: from exhibits.c_s5
create or replace view exhibits.c_s5 as
select
    'best passage run' as item,
    coalesce(c_t1.passages_neural, cells.value) as asl_g10,
    case when c_t1.passages_neural is null then ['asl_g10'] end as from_print,
from published.cells as cells
left join exhibits.c_t1 as c_t1 on cells.row_key = c_t1.measure
where cells.exhibit = 'C-T1' and cells.row_key = 'asl_g10' and cells.column_name = 'passages_neural';
