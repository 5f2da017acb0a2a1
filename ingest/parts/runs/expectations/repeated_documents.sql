with
suspects as (
    select
        rankings.file_id,
        rankings.query_id,
        rankings.doc_id,
        rankings.line,
    from staging.ranking_lines as rankings
    inner join staging.answers as answers
        on answers.file_id = rankings.file_id and answers.query_id = rankings.query_id and answers.has_repeats
)

select
    file_id,
    line,
    'document ' || doc_id || ' occurs again for topic ' || query_id || ', first on line '
    || min(line) over (partition by file_id, query_id, doc_id)
    || if(lower(doc_id) in ('q0', '0'), '; columns 2 and 3 look swapped: write the document in column 3', '') as detail,
from suspects
where doc_id is not null
qualify row_number() over (partition by file_id, query_id, doc_id order by line) > 1
order by file_id, line
