-- One TREC run with any mixture of tabs and spaces, comments and blank lines:
-- query_id, Q0, doc_id, rank, score, tag. Says of each unreadable line why.
-- Fills staging.rankings from the view staging.lines for variable `file_id`.
with
fields as (
    select
        line,
        contains(text, chr(13)) as has_return,
        string_split_regex(trim(text, chr(9) || chr(13) || ' '), '[ \t]+') as field,
    from staging.lines
),

checked as (
    select
        line,
        has_return,
        field,
        regexp_full_match(field[4], '[+-]?[0-9]+') and try_cast(field[4] as integer) is not null as has_rank,
        regexp_full_match(field[5], '(?i)[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?|[+-]?(nan|inf|infinity)')
        and try_cast(field[5] as double) is not null as has_score,
    from fields
)

select
    getvariable('file_id')::integer as file_id,
    line,
    field[1] as query_id,
    field[3] as doc_id,
    case when has_rank then try_cast(field[4] as integer) end as submitted_rank,
    case when has_score then try_cast(field[5] as double) end as score,
    case
        when has_return then 'a carriage return inside the line'
        when len(field) <> 6
            then len(field) || ' columns instead of the 6 of a run (query, Q0, document, rank, score, tag)'
        when not has_rank then 'rank «' || field[4] || '» is not a whole number'
        when not has_score then 'score «' || field[5] || '» is not a number'
    end as problem,
from checked
