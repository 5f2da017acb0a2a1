-- What the head of a page says of some collections. Variable: `collections`.
select
    collections.collection,
    collections.edition,
    collections.title,
    collections.year,
    fingerprints.fingerprint,
    fingerprints.overview_title,
    fingerprints.authors,
    fingerprints.url,
from main.collections as collections
left join catalog.fingerprints as fingerprints
    on collections.collection = fingerprints.collection
where list_contains(getvariable('collections'), collections.collection)
order by list_position(getvariable('collections'), collections.collection)
