select
    scores.file_id,
    min(scores.line) as line,
    'topic ' || scores.query_id || ' is not in query set ' || collections.query_set as detail,
from staging.scores as scores
inner join staging.files as files on files.file_id = scores.file_id
inner join staging.collections as collections on collections.collection = files.collection
where
    collections.query_set in (select query_set from staging.known_queries)
    and (collections.query_set, scores.query_id) not in (select query_set, query_id from staging.known_queries)
group by scores.file_id, scores.query_id, collections.query_set
order by scores.file_id, scores.query_id
