-- Topics between tags with all that they say: TREC's <top> with <num> Number: 301, <title>, <desc> and <narr>, or XML's
-- <topic number="1"> with <query> (Web track, TREC-COVID) or <title>; tags that repeat are joined by line ends. Reads the file of
-- variable `path`; the line is that of the <top> or <topic> tag, `default_field` is the one that is the text.
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

named as (
    select
        line,
        text,
        coalesce(
            nullif(regexp_extract(text, '(?is)<num>\s*(?:number:)?\s*([^\s<]+)', 1), ''),
            regexp_extract(text, '(?is)^[^>]*?\b(?:number|id)\s*=\s*["'']\s*([^"''>\s]+)', 1)
        ) as query_id,
        regexp_extract_all(text, '(?is)<([a-z][\w-]*)(?:\s[^>]*)?>\s*([^<]*)', 1) as names,
        regexp_extract_all(text, '(?is)<([a-z][\w-]*)(?:\s[^>]*)?>\s*([^<]*)', 2) as texts,
        regexp_matches(text, '(?i)</topic>') as is_xml,
    from located
    where position > 1
),

parts as (
    select
        line,
        query_id,
        is_xml,
        lower(unnest(names)) as attribute,
        unnest(texts) as text,
        generate_subscripts(names, 1) as place,
    from named
),

decoded as (
    select
        line,
        attribute,
        place,
        trim(regexp_replace(
            case
                when is_xml
                    then
                    replace(replace(replace(replace(replace(
                        text, '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&apos;', chr(39)), '&amp;', '&'
                    )
                -- the labels of TREC's own topics: <title> Topic: ..., <desc> Description: ...
                else regexp_replace(text, '(?i)^(topic|description|narrative|summary)\s*:', '')
            end,
            '\s+', ' ', 'g'
        )) as value,
    from parts
    where attribute <> 'num'
),

joined as (
    select
        line,
        attribute,
        min(place) as place,
        string_agg(value, chr(10) order by place) as value,
    from decoded
    where value <> ''
    group by line, attribute
),

listed as (
    select
        line,
        list({ 'attribute': attribute, 'value': value } order by place) as fields,
        list(attribute) as attributes,
    from joined
    group by line
)

select
    named.line::bigint as line,
    nullif(named.query_id, '') as query_id,
    coalesce(listed.fields, []) as fields,
    list_filter(['query', 'title'], lambda name: list_contains(listed.attributes, name))[1] as default_field,
    case when named.query_id = '' then 'a topic without <num> or number="…"' end as problem,
from named
left join listed on named.line = listed.line
