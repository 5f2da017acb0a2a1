-- The unchanged lines of the file of variable `path`, without line feeds: joined by line feeds, they are the file again.
-- Fills staging.source_lines for variable `file_id`.
with
texts as (
    select string_split(content, chr(10)) as texts
    from read_text(getvariable('path'))
),

-- by position, because unnesting a list takes time quadratic in its length
places as (
    select
        texts,
        generate_subscripts(texts, 1) as line,
    from texts
)

select
    getvariable('file_id')::integer as file_id,
    line,
    texts[line] as text,
from places
