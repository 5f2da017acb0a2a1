-- Facts about an exhibit without a view, one row per fact. Variable: `name`.
with
facts as (
    select
        guide.exhibit,
        unnest([
            'paper', 'place', 'shows', 'kind', 'why it has no view', 'how it is computed', 'printed numbers',
        ]) as name,
        unnest([
            guide.paper_title,
            guide.place,
            guide.title,
            exhibits.kind,
            guide.not_reproducible,
            guide.definition,
            guide.cells::varchar,
        ]) as value,
        unnest(range(7)) as position,
    from published.exhibit_guide as guide
    inner join published.exhibits as exhibits on guide.exhibit = exhibits.exhibit
    where guide.exhibit = upper(getvariable('name')) and guide.view is null
)

select
    facts.exhibit,
    facts.name,
    facts.value,
from facts
where facts.value is not null
order by facts.position;
