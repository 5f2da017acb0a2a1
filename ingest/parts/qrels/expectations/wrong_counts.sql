with labels as (
    select qrels.file_id
    from staging.qrels as qrels
    union all
    select left_out.file_id
    from staging.left_out_labels as left_out
)

select
    files.file_id,
    null::bigint as line,
    count(labels.file_id) || ' judgments, expected ' || files.expected_rows as detail,
from staging.files as files
left join labels on labels.file_id = files.file_id
where files.part = 'qrels' and files.expected_rows is not null
group by files.file_id, files.expected_rows
having count(labels.file_id) <> files.expected_rows
order by files.file_id
