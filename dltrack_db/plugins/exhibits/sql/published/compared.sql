-- One row for each printed number of an exhibit, paper or edition, with the computed number, rounded for reading.
--
-- source: published.comparison
-- grain: exhibit, row_key, column
-- params:
--   selection: an exhibit ('D-T3'), a paper ('D'), an edition ('trec2021'), or null for all exhibits
-- columns:
--   row_key: row of the printed table or subject of the statement
--   column, published
--   computed: computed number, with two more decimals than the paper prints
--   status: as in published.comparison
--   reason: missing data, source of the comparison, or explanation of a misprint
-- caveats: fast for a single exhibit, because only its numbers are computed
-- cost: .5 s of processor time for one exhibit with the 63 passage runs of TREC 2021
-- example: from published.compared('D-S13')
create or replace macro published.compared(selection) as table
select
    comparison.exhibit,
    comparison.row_key,
    comparison."column",
    comparison.published,
    round(comparison.computed, comparison.decimals + 2) as computed,
    comparison.status,
    comparison.reason,
from published.comparison as comparison
where
    comparison.exhibit = upper(selection)
    -- filtered before numbers are computed, so that only those of the named exhibit are
    or (
        not regexp_full_match(coalesce(selection, ''), '[A-Za-z]-[A-Za-z][0-9]+')
        and (
            selection is null
            or upper(selection) = split_part(comparison.exhibit, '-', 1)
            or (comparison.exhibit, comparison.row_key, comparison."column") in (
                select (cells.exhibit, cells.row_key, cells.column_name)
                from published.cells as cells
                where cells.edition = lower(selection)
            )
        )
    );
