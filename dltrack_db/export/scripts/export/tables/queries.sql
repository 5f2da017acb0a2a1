-- The topics of the collections of variable `collections`.
select queries.*,
from main.queries
where
    queries.query_set in (
        select collections.query_set,
        from main.collections
        where list_contains(getvariable('collections'), collections.collection)
    )
order by queries.query_set, queries.query_id;
