select
    files.file_id,
    null::bigint as line,
    'none of the ' || count(*) || ' topics of the run is in query set ' || collections.query_set as detail,
from staging.answers as answered
inner join staging.files as files on files.file_id = answered.file_id
inner join staging.collections as collections on collections.collection = files.collection
left join staging.known_queries as known
    on known.query_set = collections.query_set and known.query_id = answered.query_id
where collections.query_set in (select query_set from staging.known_queries)
group by files.file_id, collections.query_set
having count(known.query_id) = 0
order by files.file_id
