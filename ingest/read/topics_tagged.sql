-- Topics between tags: TREC's <top> with <num> Number: 301 and <title>, or XML's <topic number="1"> with <query> (Web
-- track, TREC-COVID) or <title>: number and text. Fills staging.queries from the file of variable `path` for variable
-- `file_id`; the line is that of the <top> or <topic> tag.
with
topics as (
    select
        unnest(string_split_regex(content, '(?i)<top(?:ic)?[\s>]')) as text,
        generate_subscripts(string_split_regex(content, '(?i)<top(?:ic)?[\s>]'), 1) as position,
        unnest(regexp_extract_all(content, '(?i)<top(?:ic)?[\s>]') || ['']) as tag_after,
    from read_text(getvariable('path'))
),

located as (
    select
        text,
        position,
        1 + coalesce(
            sum(len(text || tag_after) - len(replace(text || tag_after, chr(10), '')))
                over (order by position rows between unbounded preceding and 1 preceding),
            0
        ) as line,
    from topics
),

fields as (
    select
        line,
        coalesce(
            nullif(regexp_extract(text, '(?is)<num>\s*(?:number:)?\s*([^\s<]+)', 1), ''),
            regexp_extract(text, '(?is)^[^>]*?\b(?:number|id)\s*=\s*["'']\s*([^"''>\s]+)', 1)
        ) as query_id,
        coalesce(
            nullif(regexp_extract(text, '(?is)<query>\s*(.*?)\s*(?:<|$)', 1), ''),
            regexp_extract(text, '(?is)<title>\s*(?:topic:)?\s*(.*?)\s*(?:<|$)', 1)
        ) as text,
        regexp_matches(text, '(?i)</topic>') as is_xml,
    from located
    where position > 1
),

decoded as (
    select
        line,
        query_id,
        trim(regexp_replace(
            case
                when is_xml
                    then
                    replace(replace(replace(replace(replace(
                        text, '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&apos;', chr(39)), '&amp;', '&'
                    )
                else text
            end,
            '\s+', ' ', 'g'
        )) as text,
    from fields
)

select
    getvariable('file_id')::integer as file_id,
    line::bigint as line,
    nullif(query_id, '') as query_id,
    nullif(text, '') as text,
    case
        when query_id = '' then 'a topic without <num> or number="…"'
        when text = '' then 'topic ' || query_id || ' has no <title> or <query>'
    end as problem,
from decoded
