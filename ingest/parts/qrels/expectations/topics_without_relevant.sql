select
    qrels.file_id,
    null::bigint as line,
    'topic ' || qrels.query_id || ' has no document of grade ' || collections.min_relevance || ' or more' as detail,
from staging.qrels as qrels
inner join staging.files as files on files.file_id = qrels.file_id
inner join staging.collections as collections
    on collections.collection = files.collection and collections.qrels_variant = files.name
group by qrels.file_id, qrels.query_id, collections.min_relevance
having max(qrels.relevance) < collections.min_relevance
order by qrels.file_id, qrels.query_id
