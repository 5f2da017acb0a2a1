select
    files.file_id,
    null::bigint as line,
    count(*) || ' topics have more than ' || collections.run_depth || ' documents, at most '
    || max(topics.num_ret) as detail,
from staging.answers as topics
inner join staging.files as files on files.file_id = topics.file_id
inner join staging.collections as collections on collections.collection = files.collection
where topics.num_ret > collections.run_depth
group by files.file_id, collections.run_depth
order by files.file_id
