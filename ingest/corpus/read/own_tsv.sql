-- Texts of users as tab-separated lines without quotation, in the chunk files of variable `files`. Variables: `num_columns`,
-- and the column numbers `id_column`, `title_column` and `text_column`, which start at 1 (0: no such column). A line with
-- another number of columns gets a null id.
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
