-- The collections that the compared numbers are about and that are loaded: what a signed line says they were computed from.
select fingerprints.collection
from catalog.fingerprints as fingerprints
inner join main.collections as collections on collections.collection = fingerprints.collection
where
    fingerprints.fingerprint is not null
    and collections.edition in (
        select cells.edition
        from published.cells as cells
        where cells.exhibit in (select exhibit from temp.compared)
    )
order by fingerprints.collection;
