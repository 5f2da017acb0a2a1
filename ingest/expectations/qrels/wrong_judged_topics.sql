select
    files.file_id,
    null::bigint as line,
    count(distinct judged.query_id) || ' judged topics, expected ' || files.expected_queries as detail,
from staging.files as files
left join (
    select
        qrels.file_id,
        qrels.query_id,
    from staging.qrels as qrels
    union all
    select
        left_out.file_id,
        left_out.query_id,
    from staging.left_out_labels as left_out
) as judged on judged.file_id = files.file_id
where files.part = 'qrels' and files.expected_queries is not null
group by files.file_id, files.expected_queries
having count(distinct judged.query_id) <> files.expected_queries
order by files.file_id
