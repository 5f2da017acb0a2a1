-- How many printed numbers, and how many exhibits, match, are known misprints, wait for data, or differ.
--
-- source: published.comparison and published.exhibit_status
-- grain: status
-- columns:
--   status: 'match', 'known misprint', 'needs data', 'mismatch' or 'no printed numbers'
--   cells: printed numbers with this status
--   exhibits: exhibits with this status
-- example: from published.summary
create or replace view published.summary as
with statuses as (
    select unnest(['match', 'known misprint', 'needs data', 'mismatch', 'no printed numbers']) as status,
),

cell_counts as (
    select
        comparison.status,
        count(*) as cells,
    from published.comparison as comparison
    group by comparison.status
),

exhibit_counts as (
    select
        exhibit_status.status,
        count(*) as exhibits,
    from published.exhibit_status as exhibit_status
    group by exhibit_status.status
)

select
    statuses.status,
    coalesce(cell_counts.cells, 0) as cells,
    coalesce(exhibit_counts.exhibits, 0) as exhibits,
from statuses
left join cell_counts on statuses.status = cell_counts.status
left join exhibit_counts on statuses.status = exhibit_counts.status;
