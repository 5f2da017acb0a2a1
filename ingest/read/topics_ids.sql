-- Topic ids without text, one per line. The text is empty.
with
trimmed as (
    select
        line,
        trim(text) as text,
    from staging.lines
)

select
    getvariable('file_id')::integer as file_id,
    line,
    text as query_id,
    '' as text,
    case when regexp_matches(text, '\s') then 'the line has more than a topic number, unlike earlier lines' end as problem,
from trimmed
