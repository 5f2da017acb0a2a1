-- The rows of main.query_scores that belong to the collections of variable `collections`.
select query_scores.*,
from main.query_scores
where list_contains(getvariable('collections'), query_scores.collection)
order by query_scores.collection, query_scores.run_id, query_scores.query_id, query_scores.measure;
