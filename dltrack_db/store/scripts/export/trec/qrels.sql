-- The labels of variables `collection` and `variant`: topic, iteration (or subtopic, as ndeval reads it), document, grade as given.
select
    qrels.query_id,
    coalesce(subtopic_qrels.subtopic, qrels.iteration, '0') as iteration,
    qrels.doc_id,
    coalesce(subtopic_qrels.relevance::varchar, qrels.gain::varchar, qrels.relevance::varchar) as relevance,
from main.qrels as qrels
left join subtopic_qrels
    on qrels.collection = subtopic_qrels.collection
    and qrels.variant = subtopic_qrels.variant
    and qrels.query_id = subtopic_qrels.query_id
    and qrels.doc_id = subtopic_qrels.doc_id
where qrels.collection = getvariable('collection') and qrels.variant = getvariable('variant')
order by qrels.query_id, subtopic_qrels.subtopic, qrels.doc_id;
