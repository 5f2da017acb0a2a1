-- Texts of users as JSON lines, in the chunk files of variable `files`. Variables: `id_field` and `text_field`, the names of
-- two fields; title, url and headings always have these names. A record in another form gets a null id. Blank lines are not
-- read; the batch then has fewer rows than records and is rejected.
with
objects as (
    select json as object,
    from read_json_objects(getvariable('files'), format = 'newline_delimited', ignore_errors = true)
),

parsed as (
    select
        json_keys(object) as keys,
        json_extract(
            object, [getvariable('id_field'), getvariable('text_field'), 'title', 'url', 'headings']
        ) as fields,
    from objects
),

typed as (
    select
        fields,
        len(keys) = len(list_distinct(keys))
        and json_type(fields[1]) in ('VARCHAR', 'UBIGINT', 'BIGINT')
        and json_type(fields[2]) = 'VARCHAR'
        and coalesce(json_type(fields[3]), 'NULL') in ('VARCHAR', 'NULL')
        and coalesce(json_type(fields[4]), 'NULL') in ('VARCHAR', 'NULL')
        and coalesce(json_type(fields[5]), 'NULL') in ('VARCHAR', 'NULL') as is_text,
    from parsed
)

select
    case when is_text then fields[1] ->> '$' end as id,
    fields[4] ->> '$' as url,
    fields[3] ->> '$' as title,
    fields[5] ->> '$' as headings,
    fields[2] ->> '$' as text,
from typed
