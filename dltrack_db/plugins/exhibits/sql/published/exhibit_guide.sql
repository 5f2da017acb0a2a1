-- One row for each table, figure and statement of the papers: the query that computes its numbers, and the data it needs.
--
-- source: published.exhibits, published.papers, published.cells and published.misprints
-- grain: exhibit
-- columns:
--   paper: letter of the paper
--   paper_title: the paper's title
--   position: position in the guide: by paper, then tables, then figures, then statements, as they appear
--   exhibit: id of the exhibit, e.g. 'D-T3'
--   place: number of the table or figure, or section of the statement
--   title: content of the exhibit
--   view: view that computes the numbers; null if there is no view, see not_reproducible
--   query: query to type; null if there is no view
--   needs: data that the view needs
--   definition: how the view computes the numbers
--   not_reproducible: reason that there is no view; null if there is a view
--   cells: number of printed numbers that published.comparison checks
--   misprints: cells with known misprints, with reasons; null if no misprint is known
-- example: select exhibit, title, query from published.exhibit_guide order by position
create or replace view published.exhibit_guide as
with counts as (
    select
        cells.exhibit,
        count(*) as cells,
    from published.cells as cells
    group by cells.exhibit
),

reasons as (
    select
        misprints.exhibit,
        string_agg(
            misprints.row_key || ', ' || misprints.column_name || ': ' || misprints.reason,
            '; ' order by misprints.row_key, misprints.column_name
        ) as misprints,
    from published.misprints as misprints
    group by misprints.exhibit
),

views as (
    select
        exhibits.exhibit,
        'exhibits.' || lower(replace(exhibits.exhibit, '-', '_')) as view,
    from published.exhibits as exhibits
    where exhibits.not_reproducible is null
)

select
    exhibits.paper,
    papers.paper_title,
    row_number() over (
        order by
            exhibits.paper,
            list_position(['table', 'figure', 'text'], exhibits.kind),
            regexp_extract(exhibits.exhibit, '\d+')::integer
    ) as position,
    exhibits.exhibit,
    exhibits.place,
    exhibits.title,
    views.view,
    'from ' || views.view as query,
    exhibits.needs,
    exhibits.definition,
    exhibits.not_reproducible,
    coalesce(counts.cells, 0) as cells,
    reasons.misprints,
from published.exhibits as exhibits
inner join published.papers as papers on exhibits.paper = papers.paper
left join views on exhibits.exhibit = views.exhibit
left join counts on exhibits.exhibit = counts.exhibit
left join reasons on exhibits.exhibit = reasons.exhibit;
