-- Notes on topics or runs: the first column is the id, each other column is a note, and tabs separate the columns. Variables:
-- `file_id`, and `keys`, the names of the columns, or null if the first line has the names. A column with the name '' and empty
-- values are left out. Fills staging.notes from the view staging.lines.
with
split as (
    select
        line,
        string_split(text, chr(9)) as field,
        row_number() over (order by line) as place,
    from staging.lines
),

named as (
    select coalesce(getvariable('keys')::varchar[], (select split.field from split where split.place = 1)) as keys,
),

kept as (
    select
        split.line,
        split.field,
        named.keys,
        case
            when len(split.field) <> len(named.keys)
                then len(split.field) || ' columns instead of ' || len(named.keys)
            when trim(split.field[1]) = '' then 'no id in the first column'
        end as problem,
    from split
    cross join named
    where split.place > 1 or getvariable('keys') is not null
),

columns_of as (
    select
        kept.line,
        kept.field,
        kept.keys,
        kept.problem,
        unnest(range(2, len(kept.keys) + 1)) as place,
    from kept
)

select
    getvariable('file_id')::integer as file_id,
    columns_of.line,
    trim(columns_of.field[1]) as id,
    columns_of.keys[columns_of.place] as key,
    trim(columns_of.field[columns_of.place]) as value,
    columns_of.problem,
from columns_of
where columns_of.problem is not null or (columns_of.keys[columns_of.place] <> '' and value <> '')
