-- The rows of main.qrels that belong to the collections of variable `collections`.
select qrels.*,
from main.qrels
where list_contains(getvariable('collections'), qrels.collection)
order by qrels.collection, qrels.variant, qrels.query_id, qrels.doc_id;
