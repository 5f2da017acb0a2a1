select
    files.file_id,
    null::bigint as line,
    count(distinct qrels.query_id) || ' judged topics, expected ' || files.expected_queries as detail,
from staging.files as files
left join staging.qrels as qrels on qrels.file_id = files.file_id
where files.part = 'qrels' and files.expected_queries is not null
group by files.file_id, files.expected_queries
having count(distinct qrels.query_id) <> files.expected_queries
order by files.file_id
