-- The collections that the compared numbers are about and that are loaded: what a signed line says they were computed from.
select distinct fingerprints.collection
from catalog.fingerprints as fingerprints
inner join main.collections as collections using (collection)
inner join published.cells as cells using (edition)
inner join temp.compared as compared using (exhibit)
where fingerprints.fingerprint is not null
order by fingerprints.collection;
