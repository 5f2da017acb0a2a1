-- The measures with stored scores: their names, what papers call them, and the family that they are chosen from, the
-- overview's first. Variable: `collection`.
with stored as (
    select distinct
        run_scores.measure,
        regexp_replace(run_scores.measure, '_[0-9.]+$', '') as stem
    from metrics.run_scores as run_scores
    where run_scores.collection = getvariable('collection')
),

families as (
    select
        stored.measure,
        metrics.printed_name(stored.measure) as printed,
        overview.position,
        case
            when overview.position is not null and fingerprints.overview_title is not null then 'The overview''s'
            when overview.position is not null then 'The leaderboard''s'
            when count(*) over (partition by stored.stem) = 1 then 'Others'
            else regexp_replace(metrics.printed_name(stored.measure), '[@_][0-9.]+$', '')
        end as family
    from stored
    left join systems.overview_measures as overview
        on overview.collection = getvariable('collection')
        and stored.measure = overview.measure
    left join catalog.fingerprints as fingerprints
        on fingerprints.collection = getvariable('collection')
)

select
    measure,
    printed,
    family
from families
order by
    position nulls last,
    family = 'Others',
    family,
    try_cast(regexp_extract(measure, '([0-9.]+)$', 1) as double) nulls first,
    measure
