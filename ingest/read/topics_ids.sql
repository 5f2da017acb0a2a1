-- Topic ids alone, one a line; their text is empty.
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
    case when regexp_matches(text, '\s') then 'more than a topic number, where the lines before have nothing else' end as problem,
from trimmed
