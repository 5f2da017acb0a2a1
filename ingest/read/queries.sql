-- Topics as TSV: query_id, a tab, the text. White space inside the text is kept. Fills staging.queries from the view
-- staging.lines. Variable: `file_id`.
with
split as (
    select
        line,
        text,
        strpos(text, chr(9)) as tab,
    from staging.lines
)

select
    getvariable('file_id')::integer as file_id,
    line,
    case when tab > 1 then text[:tab - 1] end as query_id,
    case when tab > 1 then text[tab + 1:] end as text,
    case
        when tab = 0 then 'no tab between the topic number and its text'
        when tab = 1 then 'no topic number before the tab'
        when contains(text, chr(13)) then 'a carriage return inside the line'
        when contains(text[:tab - 1], ' ') then 'topic number ''' || text[:tab - 1] || ''' contains a blank'
        when trim(text[tab + 1:], chr(9) || ' ') = '' then 'no text after the topic number'
    end as problem,
from split
