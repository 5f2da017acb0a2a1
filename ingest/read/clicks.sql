-- The lines of a file of clicks, split at tabs: topic number, topic text, clicked document and its address. Variable: `path`.
-- `problem` is the reason why a line is rejected, or null.
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
        when len(field) <> 4 then len(field) || ' columns instead of 4 (topic, text, document, address)'
        when field[1] = '' then 'no topic number before the tab'
        when trim(field[2]) = '' then 'no text after the topic number'
        when field[3] = '' then 'no document after the text'
    end as problem,
from lines
