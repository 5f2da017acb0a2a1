-- Every exhibit of the papers with the view that computes it, and how its printed numbers compare.
--
-- source: published.exhibits and published.comparison
-- grain: exhibit
-- columns:
--   exhibit: id as in published.exhibits
--   title: what it shows
--   view: the view or macro that computes it
--   status: 'mismatch' if any cell is one, else 'needs data' if any cell waits, else 'known misprint', else 'match';
--     'no printed numbers' for the rest
--   cells: printed numbers
--   matches: cells that equal print
--   known_misprints: cells whose print is known to be wrong
--   needs_data: cells that wait for data
--   mismatches: cells that differ without an explanation
-- example: from published.exhibit_status order by exhibit
create or replace view published.exhibit_status as
with counts as (
    select
        comparison.exhibit,
        count(*) as cells,
        count(*) filter (where comparison.status = 'match') as matches,
        count(*) filter (where comparison.status = 'known misprint') as known_misprints,
        count(*) filter (where comparison.status = 'needs data') as needs_data,
        count(*) filter (where comparison.status = 'mismatch') as mismatches,
    from published.comparison as comparison
    group by comparison.exhibit
)

select
    exhibits.exhibit,
    exhibits.title,
    exhibits.view,
    case
        when counts.cells is null then 'no printed numbers'
        when counts.mismatches > 0 then 'mismatch'
        when counts.needs_data > 0 then 'needs data'
        when counts.known_misprints > 0 then 'known misprint'
        else 'match'
    end as status,
    coalesce(counts.cells, 0) as cells,
    coalesce(counts.matches, 0) as matches,
    coalesce(counts.known_misprints, 0) as known_misprints,
    coalesce(counts.needs_data, 0) as needs_data,
    coalesce(counts.mismatches, 0) as mismatches,
from published.exhibits as exhibits
left join counts on exhibits.exhibit = counts.exhibit;
