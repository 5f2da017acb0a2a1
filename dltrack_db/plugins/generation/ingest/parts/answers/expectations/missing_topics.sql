with runs as (
    select distinct
        answers.file_id,
        answers.run_id,
        collections.query_set,
    from staging.answer_lines as answers
    inner join staging.files as files on files.file_id = answers.file_id
    inner join staging.collections as collections on collections.collection = files.collection
    where answers.run_id is not null
)

select
    runs.file_id,
    null::bigint as line,
    'run ' || runs.run_id || ' answers ' || count(answers.query_id) || ' of ' || count(*) || ' topics; the first without an answer is '''
    || min(known.query_id) filter (where answers.query_id is null) || '''' as detail,
from runs
inner join staging.known_queries as known on known.query_set = runs.query_set
left join (
    select distinct file_id, run_id, query_id
    from staging.answer_lines
) as answers
    on answers.file_id = runs.file_id and answers.run_id = runs.run_id and answers.query_id = known.query_id
group by runs.file_id, runs.run_id
having count(answers.query_id) < count(*)
order by runs.file_id, runs.run_id
