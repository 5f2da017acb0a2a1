-- The lines of the file of variable `path`, with their numbers. Blank lines and lines that begin with '#' are left out. Carriage
-- returns at line ends and a byte order mark at the start of the file are removed.
with
texts as (
    select string_split(ltrim(content, chr(65279)), chr(10)) as texts
    from read_text(getvariable('path'))
),

-- by position, because unnesting a list takes time quadratic in its length
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
