-- The paper that describes an edition or another recipe. Parameter: which.
select
    overview_title,
    authors,
    published_in,
    overview_year::varchar as overview_year,
    url,
from published.overviews
where edition = $1;
