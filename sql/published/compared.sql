-- Printed numbers against computed ones for one exhibit, one paper or one edition, with the numbers ready for print.
--
-- source: published.comparison
-- grain: exhibit, row_key, column
-- params:
--   selection: an exhibit ('D-T3'), a paper ('D'), an edition ('trec2021'), or null for everything
-- columns:
--   row_key: row of the printed table or subject of the statement
--   column: column of the printed table or what the statement measures
--   published: number as printed
--   computed: number as computed, with two more decimals than the paper prints
--   status: as in published.comparison
--   reason: what is missing, what the number was held against, or why a misprint is one
-- caveats: fast for one exhibit, by its name: nothing else is computed
-- example: from published.compared('D-S13')
create or replace macro published.compared(selection) as table
with chosen as (
    -- one exhibit by its name: nothing else is computed then
    select comparison.*,
    from published.comparison as comparison
    where comparison.exhibit = upper(selection)
    union all
    select comparison.*,
    from published.comparison as comparison
    inner join published.cells as cells
        on
            comparison.exhibit = cells.exhibit
            and comparison.row_key = cells.row_key
            and comparison."column" = cells.column_name
    where
        not regexp_full_match(coalesce(selection, ''), '[A-Za-z]-[A-Za-z][0-9]+')
        and (
            selection is null
            or upper(selection) = split_part(comparison.exhibit, '-', 1)
            or lower(selection) = cells.edition
        )
)

select
    chosen.exhibit,
    chosen.row_key,
    chosen."column",
    chosen.published,
    round(chosen.computed, chosen.decimals + 2) as computed,
    chosen.status,
    chosen.reason,
from chosen;
