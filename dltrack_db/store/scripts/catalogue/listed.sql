-- Objects of a schema, or about a word or several, or all: variable `topic`.
-- An exhibit is also found by its place: 'd-t3', 'table 3 2021', 'table 3 trec 2021'.
with texts as (
    select
        object,
        schema,
        kind,
        summary,
        lower(concat_ws(' ', object, meaning)) as spoken,
        lower(concat_ws(' ', meaning, if(schema = 'exhibits', concat_ws(' ', source, replace(name, '_', '-')), ''))) as placed,
        lower(trim(getvariable('topic'))) as topic,
    from catalog.objects
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
            or list_has_all(regexp_extract_all(placed, '[a-z0-9@]+(?:[.-][a-z0-9]+)*'), regexp_extract_all(topic, '\S+'))
        )
    )
order by schema <> 'main', object;
