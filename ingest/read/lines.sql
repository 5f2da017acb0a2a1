-- The lines of the file of variable `path`, with their numbers: blank lines and
-- lines beginning with '#' left out, carriage returns at the end cut off, a byte
-- order mark at the start of the file dropped.
with
texts as (
    select string_split(ltrim(content, chr(65279)), chr(10)) as texts
    from read_text(getvariable('path'))
),

-- by position: to read the elements of an unnested list takes time by the square of its length
places as (
    select
        texts,
        generate_subscripts(texts, 1) as line,
    from texts
),

numbered as (
    select
        line,
        texts[line] as text,
    from places
)

select
    line,
    rtrim(text, chr(13)) as text,
from numbered
where trim(text, chr(9) || chr(13) || ' ') <> '' and not starts_with(text, '#')
