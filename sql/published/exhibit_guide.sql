-- Where to find each table, figure and statement of the papers: the view, the query to type, what it needs.
--
-- source: published.exhibits, published.cells and published.misprints
-- grain: exhibit
-- columns:
--   paper: 'A' TREC 2019 overview, 'B' SIGIR'21 resource paper, 'C' Atomized Search Length, 'D' TREC 2021 overview
--   paper_title: the paper's title
--   position: place of the exhibit in the guide: by paper, then tables, figures and statements in their order
--   exhibit: id
--   place: where it stands in the paper
--   title: what it shows
--   view: the view or macro that computes it; null where nothing can be computed
--   query: the query to type
--   needs: data the query needs
--   definition: how it is computed
--   cells: printed numbers that published.comparison holds against it
--   misprints: those known to be wrong, with the reasons; null when there are none
-- example: select exhibit, title, query from published.exhibit_guide order by position
create or replace view published.exhibit_guide as
with papers as (
    select
        unnest(['A', 'B', 'C', 'D']) as paper,
        unnest([
            'Overview of the TREC 2019 Deep Learning Track',
            'TREC Deep Learning Track: Reusable Test Collections in the Large Data Regime',
            'Atomized Search Length: Beyond User Models',
            'Overview of the TREC 2021 Deep Learning Track',
        ]) as paper_title,
),

counts as (
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
    exhibits.view,
    exhibits.query,
    exhibits.needs,
    exhibits.definition,
    coalesce(counts.cells, 0) as cells,
    reasons.misprints,
from published.exhibits as exhibits
inner join papers on exhibits.paper = papers.paper
left join counts on exhibits.exhibit = counts.exhibit
left join reasons on exhibits.exhibit = reasons.exhibit;
