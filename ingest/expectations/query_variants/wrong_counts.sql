select
    files.file_id,
    null::bigint as line,
    count(variants.file_id) || ' topics, expected ' || files.expected_rows as detail,
from staging.files as files
left join staging.query_variants as variants on variants.file_id = files.file_id
where files.part = 'query-variants' and files.expected_rows is not null
group by files.file_id, files.expected_rows
having count(variants.file_id) <> files.expected_rows
order by files.file_id
