-- Topics in TREC's tagged form (<top>, <num> Number: 301, <title> …): number and title.
-- Fills staging.queries from the file of variable `path` for variable `file_id`;
-- the line is that of the <top> tag.
with
topics as (
    select
        unnest(string_split_regex(content, '(?i)<top>')) as text,
        generate_subscripts(string_split_regex(content, '(?i)<top>'), 1) as position,
    from read_text(getvariable('path'))
),

located as (
    select
        text,
        position,
        1 + coalesce(
            sum(len(text) - len(replace(text, chr(10), '')))
                over (order by position rows between unbounded preceding and 1 preceding),
            0
        ) as line,
    from topics
),

fields as (
    select
        line,
        regexp_extract(text, '(?is)<num>\s*(?:number:)?\s*([^\s<]+)', 1) as query_id,
        trim(regexp_replace(
            regexp_extract(text, '(?is)<title>\s*(?:topic:)?\s*(.*?)\s*(?:<|$)', 1), '\s+', ' ', 'g'
        )) as text,
    from located
    where position > 1
)

select
    getvariable('file_id')::integer as file_id,
    line::bigint as line,
    nullif(query_id, '') as query_id,
    nullif(text, '') as text,
    case
        when query_id = '' then 'a topic without <num>'
        when text = '' then 'topic ' || query_id || ' has no <title>'
    end as problem,
from fields
