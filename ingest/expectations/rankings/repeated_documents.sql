with
suspects as (
    select
        rankings.file_id,
        rankings.query_id,
        rankings.doc_id,
        coalesce(rankings.line, rankings.rowid - files.first_row + 1) as line,
    from staging.rankings as rankings
    inner join staging.answers as answers
        on answers.file_id = rankings.file_id and answers.query_id = rankings.query_id and answers.has_repeats
    inner join staging.files as files on files.file_id = rankings.file_id
)

select
    file_id,
    line,
    'document ' || doc_id || ' again for topic ' || query_id || ', first on line '
    || min(line) over (partition by file_id, query_id, doc_id) as detail,
from suspects
where doc_id is not null
qualify row_number() over (partition by file_id, query_id, doc_id order by line) > 1
order by file_id, line
