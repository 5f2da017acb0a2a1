-- The lines of pages of the TREC Browser, many files at once, and which entry ('#### RUN') each stands in: 0 before the
-- first. Variables: `paths` and `file_ids` in the same order.
with
places as (
    select
        unnest(getvariable('paths')) as path,
        unnest(getvariable('file_ids')) as file_id,
),

texts as (
    select
        places.file_id,
        string_split(replace(pages.content, chr(13), ''), chr(10)) as lines,
    from read_text(getvariable('paths')) as pages
    inner join places on places.path = pages.filename
),

numbered as (
    select
        texts.file_id,
        unnest(texts.lines) as text,
        unnest(range(1, len(texts.lines) + 1)) as line,
    from texts
)

select
    numbered.file_id,
    numbered.line,
    numbered.text,
    count(*) filter (where starts_with(numbered.text, '#### ')) over (
        partition by numbered.file_id
        order by numbered.line
    ) as entry,
from numbered
