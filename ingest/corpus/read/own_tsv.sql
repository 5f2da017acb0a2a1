-- Texts of users as lines of columns separated by tabs, in the chunk files of variable `files`; nothing is quoted.
-- Variables: `num_columns`, and `id_column`, `title_column`, `text_column`, which counts from 1 (0 for none).
-- A line with other columns has no id.
with
lines as (
    select unnest(string_split(content, chr(10))[:-2]) as line,
    from read_text(getvariable('files'))
),

cells as (
    select string_split(case when suffix(line, chr(13)) then line[:-2] else line end, chr(9)) as cells,
    from lines
)

select
    case when len(cells) = getvariable('num_columns') then cells[getvariable('id_column')] end as id,
    null::varchar as url,
    cells[getvariable('title_column')] as title,
    null::varchar as headings,
    cells[getvariable('text_column')] as text,
from cells
