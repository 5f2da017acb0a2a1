-- The labels of variables `collection` and `variant`: topic, iteration, document, grade.
select
    query_id,
    coalesce(iteration, '0') as iteration,
    doc_id,
    relevance,
from main.qrels
where collection = getvariable('collection') and variant = getvariable('variant')
order by query_id, doc_id;
