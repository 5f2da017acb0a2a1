-- The tables and figures of the papers of which the loaded files give some number, held against print.
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
where matches > 0
order by exhibit
