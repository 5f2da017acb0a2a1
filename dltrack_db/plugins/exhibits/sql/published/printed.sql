-- Find where the papers print a number: one row for each place, with the view and the query that compute the number.
--
-- source: published.cells, published.exhibit_guide
-- grain: exhibit, row_key, column
-- params:
--   number: the number as printed; 12.5 for 12.5 %
-- columns:
--   row_key: row of the printed table or subject of the statement
--   column, published
--   place: number of the table or figure, or section of the statement
--   title: content of the exhibit
--   view: view that computes the number
--   query: query to type
--   definition: how the view computes the number
--   needs: data that the view needs
-- caveats: finds a number only with the printed decimals; a bound ('less than 20 percent') is found by its number. For
--   whether the number can be reproduced, see published.comparison.
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
