-- What is cited of a collection: fingerprint and the track's paper.
select
    fingerprint,
    overview_title,
    authors,
    published_in,
    overview_year::varchar as overview_year,
    url,
from catalog.fingerprints
where collection = $1;
