-- Texts of users as JSON lines, in the chunk files of variable `files`. Variables: `id_field`, `text_field`, the names of
-- the fields; title, url and headings have their own names. A record that is not of the form has no id.
with
lines as (
    select unnest(string_split(content, chr(10))[:-2]) as line,
    from read_text(getvariable('files'))
),

objects as (
    select case when json_valid(line) then line::json end as object,
    from lines
),

fields as (
    select
        object,
        json_keys(object) as keys,
        json_type(object, getvariable('id_field')) in ('VARCHAR', 'UBIGINT', 'BIGINT')
        and json_type(object, getvariable('text_field')) = 'VARCHAR'
        and coalesce(json_type(object, 'title'), 'NULL') in ('VARCHAR', 'NULL')
        and coalesce(json_type(object, 'url'), 'NULL') in ('VARCHAR', 'NULL')
        and coalesce(json_type(object, 'headings'), 'NULL') in ('VARCHAR', 'NULL') as has_fields,
    from objects
)

select
    case
        when has_fields and len(keys) = len(list_distinct(keys)) then object ->> getvariable('id_field')
    end as id,
    object ->> 'url' as url,
    object ->> 'title' as title,
    object ->> 'headings' as headings,
    object ->> getvariable('text_field') as text,
from fields
