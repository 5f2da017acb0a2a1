-- Lists of short names: official id, a tab, short id. Fills staging.ids from the view staging.lines for the variables
-- `file_id` and `kind` ('query' or 'document').
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
    case when len(field) <> 2 then len(field) || ' columns instead of the 2 of a list of ids (official, short)' end
        as problem,
from split
