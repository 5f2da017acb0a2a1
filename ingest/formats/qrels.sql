-- TREC qrels: query_id, iteration, doc_id, relevance, separated by tabs or spaces.
-- Fills staging.qrels from the view staging.lines for variable `file_id`.
with
fields as (
    select
        line,
        contains(text, chr(13)) as has_return,
        string_split_regex(trim(text, chr(9) || chr(13) || ' '), '[ \t]+') as field,
    from staging.lines
)

select
    getvariable('file_id')::integer as file_id,
    line,
    field[1] as query_id,
    field[2] as iteration,
    field[3] as doc_id,
    case
        when regexp_full_match(field[4], '[+-]?[0-9]+') then try_cast(field[4] as smallint)
    end as relevance,
    case
        when has_return then 'a carriage return inside the line'
        when len(field) <> 4
            then len(field) || ' columns instead of the 4 of qrels (query, iteration, document, relevance)'
        when not regexp_full_match(field[4], '[+-]?[0-9]+') or try_cast(field[4] as smallint) is null
            then 'relevance «' || field[4] || '» is not a small whole number'
    end as problem,
from fields
