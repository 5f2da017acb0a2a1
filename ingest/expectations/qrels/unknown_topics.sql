select
    qrels.file_id,
    min(qrels.line) as line,
    'topic ' || qrels.query_id || ' is not in query set ' || collections.query_set as detail,
from staging.qrels as qrels
inner join staging.files as files on files.file_id = qrels.file_id
inner join staging.collections as collections on collections.collection = files.collection
where
    collections.query_set in (select query_set from staging.known_queries)
    and (collections.query_set, qrels.query_id) not in (select query_set, query_id from staging.known_queries)
group by qrels.file_id, qrels.query_id, collections.query_set
order by qrels.file_id, line
