-- One row for each table, figure and statement of the papers: how many of its printed numbers are reproduced.
--
-- source: published.exhibits and published.comparison, which defines the statuses
-- grain: exhibit
-- columns:
--   title: content of the exhibit
--   view: view that computes the numbers; null if there is no view
--   status: most serious status of the exhibit's printed numbers (published.overall_status)
--   cells: number of printed numbers
--   matches: how many equal the number computed from loaded files
--   agrees_with_nist: how many equal NIST's score of a run that is not loaded
--   agrees_in_print: how many equal a number computed from other printed numbers
--   known_misprints: how many are known misprints
--   needs_data: how many need data that is not loaded
--   not_reproducible: how many cannot be computed
--   mismatches: how many differ without an explanation
-- cost: that of published.comparison, 1.2 s of processor time
-- page: slow
-- example: from published.exhibit_status order by exhibit
create or replace view published.exhibit_status as
with counts as (
    select
        comparison.exhibit,
        count(*) as cells,
        list(distinct comparison.status) as statuses,
        count(*) filter (where comparison.status = 'match') as matches,
        count(*) filter (where comparison.status = 'agrees with NIST') as agrees_with_nist,
        count(*) filter (where comparison.status = 'agrees in print') as agrees_in_print,
        count(*) filter (where comparison.status = 'known misprint') as known_misprints,
        count(*) filter (where comparison.status = 'needs data') as needs_data,
        count(*) filter (where comparison.status = 'not reproducible') as not_reproducible,
        count(*) filter (where comparison.status = 'mismatch') as mismatches,
    from published.comparison as comparison
    group by comparison.exhibit
)

select
    exhibit_guide.exhibit,
    exhibit_guide.title,
    exhibit_guide.view,
    published.overall_status(counts.statuses) as status,
    coalesce(counts.cells, 0) as cells,
    coalesce(counts.matches, 0) as matches,
    coalesce(counts.agrees_with_nist, 0) as agrees_with_nist,
    coalesce(counts.agrees_in_print, 0) as agrees_in_print,
    coalesce(counts.known_misprints, 0) as known_misprints,
    coalesce(counts.needs_data, 0) as needs_data,
    coalesce(counts.not_reproducible, 0) as not_reproducible,
    coalesce(counts.mismatches, 0) as mismatches,
from published.exhibit_guide as exhibit_guide
left join counts on exhibit_guide.exhibit = counts.exhibit;
