-- Search for tables, views and macros by topic or by name (store/catalogue.py).

-- name: listed
-- The objects that match variable `topic`: words, or a schema, or empty for all objects. Words match, without the plural s, in
-- the papers' terms (catalog.terms), names, descriptions, sources, caveats and columns. Best matches come first: an equal
-- term, the name, some words of a term, the first sentence, other texts. An exhibit also matches by its number ('d-t3',
-- 'table 3 2021', 'table 3 trec 2021'), title and sources. An exhibit without a view is listed by its id.
with
column_texts as (
    select
        columns.object,
        string_agg(columns.name || ' ' || coalesce(columns.meaning, ''), ' ') as text,
    from catalog.columns as columns
    group by columns.object
),

known as (
    select
        objects.object,
        objects.schema,
        objects.kind,
        coalesce(
            objects.alias || ' (' || regexp_extract(objects.source, '^[^;]+') || ')', objects.summary
        ) as summary,
        concat_ws(' ', objects.object, objects.meaning, objects.alias || ' ' || objects.source) as spoken,
        -- columns of an exhibit are not searched, because they have the names in the paper
        case when objects.alias is null then concat_ws(' ', objects.source, objects.caveats, column_texts.text) end as details,
        lower(concat_ws(
            ' ', objects.meaning, objects.alias || ' ' || objects.source || ' ' || replace(objects.name, '_', '-')
        )) as placed,
    from catalog.objects as objects
    left join column_texts on objects.object = column_texts.object
    -- plug-ins: searched
),

texts as (
    select
        *,
        lower(trim(getvariable('topic'))) as topic,
        regexp_extract_all(topic, '\S+') as words,
        list_sort(regexp_extract_all(regexp_replace(topic, 's\b', '', 'g'), '[\pL0-9@]+')) as stems,
    from known
),

terms as (
    select
        terms.object,
        terms.position,
        list_sort(regexp_extract_all(regexp_replace(terms.term, 's\b', '', 'g'), '[\pL0-9@]+')) as stems,
    from catalog.terms as terms
),

-- objects with a term that contains all searched words; position: the term's, if the term is equal to the words
named as (
    select
        texts.object,
        min(terms.position) filter (where terms.stems = texts.stems) as position,
    from texts
    inner join terms on texts.object = terms.object and list_has_all(terms.stems, texts.stems)
    group by texts.object
)

select
    texts.object,
    texts.kind,
    texts.summary,
from texts
left join named on texts.object = named.object
where
    texts.topic = ''
    or texts.schema = texts.topic
    or (
        texts.topic not in (select schemas.schema from catalog.schemas as schemas)
        and (
            named.object is not null
            or list_has_all(regexp_extract_all(texts.placed, '[a-z0-9@]+(?:[.-][a-z0-9]+)*'), texts.words)
            -- a topic with digits must match adjacent whole words
            or case
                when regexp_matches(texts.topic, '\d')
                    then contains(
                        ' ' || array_to_string(regexp_extract_all(lower(texts.spoken), '[\pL0-9@]+'), ' ') || ' ',
                        ' ' || array_to_string(regexp_extract_all(texts.topic, '[\pL0-9@]+'), ' ') || ' '
                    )
                else list_has_all(
                    regexp_extract_all(
                        regexp_replace(lower(concat_ws(' ', texts.spoken, texts.details)), 's\b', '', 'g'), '[\pL0-9@]+'
                    ),
                    texts.stems
                )
            end
        )
    )
order by
    named.position asc nulls last,
    -- then objects with this name
    (split_part(texts.object, '.', 2) <> texts.topic) asc,
    not contains(translate(texts.object, '_', ' '), translate(texts.topic, '_-', '  ')) asc,
    (named.object is null) asc,
    -- then objects with these words in the first sentence
    (
        texts.topic <> '' and not list_has_all(
            regexp_extract_all(regexp_replace(lower(texts.summary), 's\b', '', 'g'), '[\pL0-9@]+'), texts.stems
        )
    ) asc,
    (texts.schema <> 'main') asc,
    texts.object asc;

-- name: near
-- The three names most similar to variable `name`. Candidates are objects (equally similar ones of schema report come last)
-- and schemas; if variable `is_object` is false, also runs, collections and measures.
with known as (
    select
        objects.object as name,
        objects.name as short,
        objects.schema = 'report' as is_last,
    from catalog.objects as objects
    union all
    select
        schemas.schema as name,
        schemas.schema as short,
        false as is_last,
    from catalog.schemas as schemas
    union
    select
        others.name,
        others.name as short,
        false as is_last,
    from (
        select runs.run_id as name
        from main.runs as runs
        union all
        select collections.collection as name
        from main.collections as collections
        union all
        select spellings.spelling as name
        from metrics.spellings as spellings
    ) as others
    where not getvariable('is_object')
),

rated as (
    select
        known.name,
        known.is_last,
        jaro_winkler_similarity(lower(known.short), lower(split_part(getvariable('name'), '.', -1))) as likeness,
    from known
)

select name
from rated
where likeness > 0.77
order by likeness desc, is_last asc, name asc
limit 3;
