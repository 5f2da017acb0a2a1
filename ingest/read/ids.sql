-- Lists of short ids: official id, a tab, short id. Fills staging.ids from the view staging.lines. Variables: `file_id`, and
-- `kind` ('query' or 'document').
with
split as (
    select
        line,
        string_split_regex(trim(text, chr(9) || ' '), '[ \t]+') as field,
    from staging.lines
)

select
    getvariable('file_id')::integer as file_id,
    line,
    getvariable('kind') as kind,
    field[1] as id,
    field[2] as short_id,
    case when len(field) <> 2 then len(field) || ' columns instead of 2 (official id, short id)' end
        as problem,
from split
