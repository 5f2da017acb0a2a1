-- The tables and figures of the papers, held against print.
select
    exhibit,
    title,
    status,
    cells,
    matches,
    agrees_with_nist,
    agrees_in_print,
    known_misprints,
    needs_data,
    not_reproducible,
    mismatches
from published.exhibit_status
order by exhibit
