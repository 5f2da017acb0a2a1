-- Objects of a schema, or about a word, or all: variable `topic`.
select object, kind, summary
from catalog.objects
where
    getvariable('topic') = ''
    or schema = getvariable('topic')
    or (
        getvariable('topic') not in (select schema from catalog.objects)
        and contains(lower(object || ' ' || meaning), lower(getvariable('topic')))
    )
order by schema <> 'main', object;
