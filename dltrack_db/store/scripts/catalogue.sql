-- Objects of the database by topic or by name (store/catalogue.py).

-- name: listed
-- Objects of a schema, or about a word or several, or all: variable `topic`. Words are found in names, sentences, sources,
-- caveats and columns, whole and without their plural s; the words of the papers stand there too.
-- An exhibit, whose name is a citation, is also found by its place ('d-t3', 'table 3 2021', 'table 3 trec 2021'), by its
-- title in print, and by what it is made of.
with
column_texts as (
    select
        columns.object,
        string_agg(columns.name || ' ' || coalesce(columns.meaning, ''), ' ') as text,
    from catalog.columns as columns
    group by columns.object
),

texts as (
    select
        objects.object,
        objects.schema,
        objects.kind,
        coalesce(
            objects.alias || ' (' || regexp_extract(objects.source, '^[^;]+') || ')', objects.summary
        ) as summary,
        concat_ws(
            ' ', objects.object, objects.meaning, objects.alias || ' ' || objects.source, exhibits.definition
        ) as spoken,
        -- the columns of an exhibit are named as the print's
        case when objects.alias is null then concat_ws(' ', objects.source, objects.caveats, column_texts.text) end as told,
        lower(concat_ws(
            ' ', objects.meaning, objects.alias || ' ' || objects.source || ' ' || replace(objects.name, '_', '-')
        )) as placed,
        lower(trim(getvariable('topic'))) as topic,
        regexp_extract_all(topic, '\S+') as words,
    from catalog.objects as objects
    left join column_texts on objects.object = column_texts.object
    left join published.exhibits as exhibits
        on objects.object = 'exhibits.' || lower(replace(exhibits.exhibit, '-', '_'))
)

select
    object,
    kind,
    summary,
from texts
where
    topic = ''
    or schema = topic
    or (
        topic not in (select schema from catalog.objects)
        and (
            list_has_all(regexp_extract_all(placed, '[a-z0-9@]+(?:[.-][a-z0-9]+)*'), words)
            -- with a number only side by side: 3 is in every 2023
            or case
                when regexp_matches(topic, '\d')
                    then contains(
                        ' ' || array_to_string(regexp_extract_all(lower(spoken), '[\pL0-9@]+'), ' ') || ' ',
                        ' ' || array_to_string(regexp_extract_all(topic, '[\pL0-9@]+'), ' ') || ' '
                    )
                else list_has_all(
                    regexp_extract_all(regexp_replace(lower(concat_ws(' ', spoken, told)), 's\b', '', 'g'), '[\pL0-9@]+'),
                    regexp_extract_all(regexp_replace(topic, 's\b', '', 'g'), '[\pL0-9@]+')
                )
            end
        )
    )
order by
    -- first what is called so
    not contains(translate(object, '_', ' '), translate(topic, '_-', '  ')),
    schema <> 'main',
    object;

-- name: near
-- Names most like variable `name`: objects, those of the report behind equal ones, schemas, and where not only
-- those (variable `is_object`) runs, collections and measures.
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
