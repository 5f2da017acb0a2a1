-- What is called most like variable `name`: objects, those of the report behind equal ones, schemas, and where not only
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
