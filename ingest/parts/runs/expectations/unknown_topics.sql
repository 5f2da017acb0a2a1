select
    files.file_id,
    null::bigint as line,
    'topic ' || answered.query_id || ' (' || answered.num_ret || ' rows) is not in query set '
    || collections.query_set as detail,
from staging.answers as answered
inner join staging.files as files on files.file_id = answered.file_id
inner join staging.collections as collections on collections.collection = files.collection
where
    collections.query_set in (select query_set from staging.known_queries)
    and (collections.query_set, answered.query_id) not in (select query_set, query_id from staging.known_queries)
order by files.file_id, answered.query_id
