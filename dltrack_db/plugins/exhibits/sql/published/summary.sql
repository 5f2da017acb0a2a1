-- One row for each status: number of printed numbers and of exhibits with this status.
--
-- source: published.comparison and published.exhibit_status
-- grain: status
-- columns:
--   status: as in published.comparison, or 'no printed numbers'
--   cells: number of printed numbers with this status
--   exhibits: number of exhibits with this status
-- cost: that of published.comparison, 1.2 s of processor time
-- example: from published.summary
create or replace view published.summary as
with by_exhibit as materialized (
    select
        exhibit_status.status,
        exhibit_status.matches,
        exhibit_status.agrees_with_nist,
        exhibit_status.agrees_in_print,
        exhibit_status.known_misprints,
        exhibit_status.needs_data,
        exhibit_status.not_reproducible,
        exhibit_status.mismatches,
    from published.exhibit_status as exhibit_status
),

totals as (
    select
        unnest([
            'match',
            'agrees with NIST',
            'agrees in print',
            'known misprint',
            'needs data',
            'not reproducible',
            'mismatch',
            'no printed numbers',
        ]) as status,
        unnest([
            sum(by_exhibit.matches),
            sum(by_exhibit.agrees_with_nist),
            sum(by_exhibit.agrees_in_print),
            sum(by_exhibit.known_misprints),
            sum(by_exhibit.needs_data),
            sum(by_exhibit.not_reproducible),
            sum(by_exhibit.mismatches),
            0,
        ])::bigint as cells,
    from by_exhibit
),

counts as (
    select
        by_exhibit.status,
        count(*) as exhibits,
    from by_exhibit
    group by by_exhibit.status
)

select
    totals.status,
    totals.cells,
    coalesce(counts.exhibits, 0) as exhibits,
from totals
left join counts on totals.status = counts.status;
