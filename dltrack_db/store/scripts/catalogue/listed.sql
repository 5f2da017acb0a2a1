-- Objects of a schema, or about a word or several, or all: variable `topic`.
-- An exhibit, whose name is a citation, is also found by its place ('d-t3', 'table 3 2021', 'table 3 trec 2021'), by its
-- title in print, and by what it is made of.
with texts as (
    select
        objects.object,
        objects.schema,
        objects.kind,
        coalesce(
            objects.alias || ' (' || regexp_extract(objects.source, '^[^;]+') || ')', objects.summary
        ) as summary,
        lower(concat_ws(
            ' ', objects.object, objects.meaning, objects.alias || ' ' || objects.source, exhibits.definition
        )) as spoken,
        lower(concat_ws(
            ' ', objects.meaning, objects.alias || ' ' || objects.source || ' ' || replace(objects.name, '_', '-')
        )) as placed,
        lower(trim(getvariable('topic'))) as topic,
        regexp_extract_all(topic, '\S+') as words,
    from catalog.objects as objects
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
            contains(spoken, topic)
            or list_has_all(regexp_extract_all(placed, '[a-z0-9@]+(?:[.-][a-z0-9]+)*'), words)
            -- numbers only as a whole: 3 is in every 2023
            or (
                not regexp_matches(topic, '\d')
                and list_bool_and(list_transform(words, lambda word: contains(spoken, word)))
            )
        )
    )
order by schema <> 'main', object;
