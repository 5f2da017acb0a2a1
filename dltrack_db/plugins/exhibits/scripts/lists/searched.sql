select
    guide.exhibit as object,
    'exhibits' as schema,
    'exhibit without a view' as kind,
    guide.title || ' (' || guide.paper_title || ', ' || guide.place || ')' as summary,
    concat_ws(' ', guide.title, guide.definition) as spoken,
    null as details,
    lower(concat_ws(' ', guide.title, guide.paper_title, guide.place, guide.exhibit)) as placed,
from published.exhibit_guide as guide
-- exhibits without a view belong to no schema, so lists of objects do not contain them
where guide.view is null and not exists (
    select 1
    from catalog.schemas as schemas
    where trim(getvariable('topic')) in ('', schemas.schema)
)
