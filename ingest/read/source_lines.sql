-- The lines of the file of variable `path` as they are, line feeds alone cut off: joined by them they are the file again.
-- Fills staging.source_lines for variable `file_id`.
with
texts as (
    select string_split(content, chr(10)) as texts
    from read_text(getvariable('path'))
),

-- by position: to read the elements of an unnested list takes time by the square of its length
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
