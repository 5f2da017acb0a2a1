select
    files.file_id,
    null::bigint as line,
    if(count(*) = 1, '1 judged topic has', count(*) || ' judged topics have')
    || ' no answer, such as ' || min(judged.query_id) as detail,
from staging.files as files
inner join staging.known_judged as judged on judged.collection = files.collection
anti join staging.answers as answers on answers.file_id = files.file_id and answers.query_id = judged.query_id
where files.part = 'runs'
group by files.file_id
order by files.file_id
