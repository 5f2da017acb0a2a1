-- Something of a collection's fingerprint that its table no longer holds as it was loaded.
select
    counts.part,
    counts.name,
from catalog.ledger_counts as counts
inner join main.collections as collections
    on counts.collection = collections.collection
    or (counts.part = 'queries' and counts.name = collections.query_set)
where
    collections.collection = $1
    and counts.part in ('queries', 'qrels', 'runs', 'scores')
    and not counts.is_sound
order by counts.part, counts.name
limit 1;
