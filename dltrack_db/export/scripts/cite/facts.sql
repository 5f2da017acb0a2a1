-- What is cited of a collection: BibTeX of its recipe's, its edition, and the paper that describes it. Parameter: collection.
select
    collections.citation,
    collections.edition,
    fingerprints.overview_title,
    fingerprints.authors,
    fingerprints.published_in,
    fingerprints.overview_year::varchar as overview_year,
    fingerprints.url,
from catalog.fingerprints as fingerprints
inner join main.collections as collections on fingerprints.collection = collections.collection
where fingerprints.collection = $1;
