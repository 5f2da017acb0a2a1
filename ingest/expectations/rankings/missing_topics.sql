with
answered as (
    select distinct file_id, query_id
    from staging.rankings
)

select
    files.file_id,
    null::bigint as line,
    count(*) || ' of the judged topics unanswered, first ' || min(judged.query_id) as detail,
from staging.files as files
inner join staging.known_judged as judged on judged.collection = files.collection
where files.part = 'runs' and (files.file_id, judged.query_id) not in (select file_id, query_id from answered)
group by files.file_id
order by files.file_id
