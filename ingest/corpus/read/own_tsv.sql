-- Texts of users as lines of columns separated by tabs, in the chunk files of variable `files`; nothing is quoted.
-- Variables: `num_columns`, and `id_column`, `title_column`, `text_column`, which counts from 1 (0 for none).
-- A line with other columns has no id.
with
texts as (
    select string_split(content, chr(10)) as lines,
    from read_text(getvariable('files'))
),

-- by position, because unnesting a list takes time quadratic in its length
places as (
    select
        lines,
        unnest(range(1, len(lines))) as place,
    from texts
),

cells as (
    select string_split(case when suffix(lines[place], chr(13)) then lines[place][:-2] else lines[place] end, chr(9)) as cells,
    from places
)

select
    case when len(cells) = getvariable('num_columns') then cells[getvariable('id_column')] end as id,
    null::varchar as url,
    cells[getvariable('title_column')] as title,
    null::varchar as headings,
    cells[getvariable('text_column')] as text,
from cells
