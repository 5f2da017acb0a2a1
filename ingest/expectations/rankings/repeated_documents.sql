with
topics_with_repeats as (
    select file_id, query_id
    from staging.rankings
    group by file_id, query_id
    having count(doc_id) > count(distinct doc_id)
),

suspects as (
    select
        rankings.file_id,
        rankings.query_id,
        rankings.doc_id,
        coalesce(rankings.line, rankings.rowid - files.first_row + 1) as line,
    from staging.rankings as rankings
    inner join topics_with_repeats
        on topics_with_repeats.file_id = rankings.file_id and topics_with_repeats.query_id = rankings.query_id
    inner join staging.files as files on files.file_id = rankings.file_id
)

select
    file_id,
    line,
    'document ' || doc_id || ' again for topic ' || query_id || ', first on line '
    || min(line) over (partition by file_id, query_id, doc_id) as detail,
from suspects
qualify row_number() over (partition by file_id, query_id, doc_id order by line) > 1
order by file_id, line
