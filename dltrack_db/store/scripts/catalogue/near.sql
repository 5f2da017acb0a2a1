-- The objects, runs and collections whose names are most like variable `name`; objects of the report behind equal ones.
with known as (
    select
        objects.object as name,
        objects.name as short,
        objects.schema = 'report' as is_last,
    from catalog.objects as objects
    union all
    select distinct
        runs.run_id as name,
        runs.run_id as short,
        false as is_last,
    from main.runs as runs
    union all
    select
        collections.collection as name,
        collections.collection as short,
        false as is_last,
    from main.collections as collections
)

select name
from known
order by jaro_winkler_similarity(lower(short), lower(split_part(getvariable('name'), '.', -1))) desc, is_last asc, name asc
limit 3;
