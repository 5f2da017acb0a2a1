-- The lines of a file of clicks, split into fields: topic, its text, the document clicked and its address, tabs between.
-- Variable `path`. `problem` says why a line is refused.
with lines as (
    select
        row_number() over () as line,
        string_split(rtrim(content.text, chr(13)), chr(9)) as field,
    from read_csv(
        getvariable('path'),
        auto_detect = false,
        delim = chr(1),
        header = false,
        quote = '',
        escape = '',
        compression = 'none',
        strict_mode = false,
        columns = { 'text': 'varchar' }
    ) as content
)

select
    line,
    case when line = 1 then ltrim(field[1], chr(65279)) else field[1] end as query_id,
    field[2] as text,
    field[3] as doc_id,
    case
        when field is null then 'a blank line'
        when len(field) <> 4 then len(field) || ' columns instead of the 4 of clicks (topic, text, document, address)'
        when field[1] = '' then 'no topic number before the tab'
        when trim(field[2]) = '' then 'no text after the topic number'
        when field[3] = '' then 'no document after the text'
    end as problem,
from lines
