-- Find where the papers print a number: one row for each printed cell, with the view and the query that compute it.
--
-- source: published.cells, published.exhibit_guide
-- grain: exhibit, row_key, column
-- params:
--   number: the number as printed; percentages as percentages
-- columns:
--   row_key: row of the printed table or subject of the statement
--   column, published
--   place: number of the table or figure, or section of the statement
--   title: what the exhibit shows
--   view: the view that computes the number
--   query: the query to type
--   definition: how the view computes it
--   needs: data that the view needs
-- caveats: finds the number only as printed, not rounded differently; a bound ('less than 20 percent') is found by its
--   number. published.comparison says whether the number can be reproduced.
-- example: from published.printed(0.8393)
create or replace macro published.printed(number) as table
select
    cells.exhibit,
    cells.row_key,
    cells.column_name as "column",
    cells.value as published,
    exhibit_guide.place,
    exhibit_guide.title,
    exhibit_guide.view,
    exhibit_guide.query,
    exhibit_guide.definition,
    exhibit_guide.needs,
from published.cells as cells
inner join published.exhibit_guide as exhibit_guide on cells.exhibit = exhibit_guide.exhibit
where abs(cells.value - number) <= 1e-9 * greatest(1, abs(number));
