-- ASL@g1-10 of the best passage run, as the text repeats it.
--
-- source: Atomized Search Length, section 4.5
-- grain: item
-- columns:
--   item: 'best passage run'
--   asl_g10: ASL@g1-10 as Table 1 prints it
--   from_print
-- caveats: held against Table 1: the paper does not name the run
-- example: from exhibits.c_s5
create or replace view exhibits.c_s5 as
select
    'best passage run' as item,
    cells.value as asl_g10,
    ['asl_g10'] as from_print,
from published.cells as cells
where cells.exhibit = 'C-T1' and cells.row_key = 'asl_g10' and cells.column_name = 'passages_neural';
