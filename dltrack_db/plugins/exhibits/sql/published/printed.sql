-- Where the papers print a number: the cells that hold it, and the view and query that compute each of them.
--
-- source: published.cells, published.exhibit_guide
-- grain: exhibit, row_key, column
-- params:
--   number: the number as printed; percentages as percentages
-- columns:
--   row_key: row of the printed table or subject of the statement
--   column, published
--   place: where the exhibit stands in the paper
--   title: what the exhibit shows
--   view: the view that computes it
--   query: the query to type
--   definition: how it is computed
--   needs: data the view needs
-- caveats: says where a number is printed, not whether it comes out; published.comparison says that. The number is looked
--   for as it is printed, not as another rounding of it. A bound ('less than 20 percent') is found by its number.
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
