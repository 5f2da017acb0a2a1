-- Exhibit by exhibit, all that is known of it.
select *
from published.exhibit_status
order by exhibit;
