-- How much larger ORCAS is than the document training set.
--
-- source: SIGIR'21 resource paper, section 3.3; 18 million click pairs by the title of reference 7
-- grain: item
-- columns:
--   item: 'orcas'
--   click_pairs_million: million pairs of query and clicked document; null, no recipe loads them
--   times_larger: click pairs over training qrels
--   from_print: columns of this row that follow from other printed numbers, not from loaded files; null when none does
-- example: from exhibits.b_s4
create or replace view exhibits.b_s4 as
select
    'orcas' as item,
    null::double as click_pairs_million,
    1e6 * max(cells.value) filter (where cells.exhibit = 'B-S4' and cells.column_name = 'click_pairs_million')
    / max(cells.value) filter (
        where cells.exhibit = 'B-T1' and cells.row_key = 'train qrels' and cells.column_name = 'docs'
    ) as times_larger,
    ['times_larger'] as from_print,
from published.cells as cells
where cells.exhibit in ('B-S4', 'B-T1')
having count(*) > 0;
