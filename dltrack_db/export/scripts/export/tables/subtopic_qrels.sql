-- The rows of main.subtopic_qrels that belong to the collections of variable `collections`.
select subtopic_qrels.*,
from subtopic_qrels
where list_contains(getvariable('collections'), subtopic_qrels.collection)
order by
    subtopic_qrels.collection,
    subtopic_qrels.variant,
    subtopic_qrels.query_id,
    subtopic_qrels.subtopic,
    subtopic_qrels.doc_id;
