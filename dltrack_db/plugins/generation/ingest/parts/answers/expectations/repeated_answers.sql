select
    file_id,
    line,
    'run ' || run_id || ' answers topic ' || query_id || ' again; the first answer is in ' || first_place as detail,
from (
    select
        answers.file_id,
        answers.line,
        answers.run_id,
        answers.query_id,
        first_value(files.name || ', line ' || answers.line) over same as first_place,
        row_number() over same as occurrence,
    from staging.answer_lines as answers
    inner join staging.files as files on files.file_id = answers.file_id
    where answers.run_id is not null and answers.query_id is not null
    window same as (
        partition by files.collection, answers.run_id, answers.query_id
        order by answers.file_id, answers.line
    )
    union all
    select
        answers.file_id,
        answers.line,
        answers.run_id,
        answers.query_id,
        'the loaded answers ' || known.source as first_place,
        2 as occurrence,
    from staging.answer_lines as answers
    inner join staging.files as files on files.file_id = answers.file_id
    inner join staging.known_answers as known
        on known.collection = files.collection
        and known.run_id = answers.run_id
        and known.query_id = answers.query_id
) as placed
where occurrence > 1
order by file_id, line, detail
