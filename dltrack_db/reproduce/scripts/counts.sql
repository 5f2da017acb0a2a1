-- How many printed numbers of each exhibit have which status; the columns fit 80 columns of a terminal.
select
    exhibit,
    cells,
    matches as match,
    agrees_with_nist as nist,
    agrees_in_print as print,
    known_misprints as misprint,
    needs_data as waiting,
    not_reproducible as never,
    mismatches as mismatch,
from published.exhibit_status
order by exhibit;
