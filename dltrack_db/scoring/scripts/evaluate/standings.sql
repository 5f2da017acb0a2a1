-- Where scores of runs stand among the submitted ones, each with a sentence that says so. Variables: `collection`, and
-- of each score at the same position of `run_ids`, `labels` (what the measure was called), `measures`, `scores`.
with asked as (
    select
        unnest(getvariable('run_ids')::varchar[]) as run_id,
        unnest(getvariable('labels')::varchar[]) as label,
        unnest(getvariable('measures')::varchar[]) as measure,
        unnest(getvariable('scores')::double[]) as score,
)

select
    asked.run_id,
    asked.label as measure,
    place.place,
    place.num_runs,
    place.provenance,
    asked.label || ' ' || format('{:.4f}', asked.score) || ': ' || place.place
    || case
        when place.place % 100 between 11 and 13 then 'th'
        when place.place % 10 = 1 then 'st'
        when place.place % 10 = 2 then 'nd'
        when place.place % 10 = 3 then 'rd'
        else 'th'
    end
    || ' of ' || place.num_runs || ' with the submitted runs ('
    || case
        when place.above is null then 'above '
        when place.below is null then 'below '
        else 'between '
    end
    || concat_ws(
        ' and ',
        place.above || ' ' || format('{:.4f}', place.above_value),
        place.below || ' ' || format('{:.4f}', place.below_value)
    )
    || ')'
    || case
        when len(place.beaten) > 0 then '; better than every run of category ' || list_aggregate(place.beaten, 'string_agg', ', ')
        else ''
    end
    || case
        when place.provenance <> 'rankings' then '; theirs from ' || place.provenance
        else ''
    end as told,
from asked
cross join lateral (
    from systems.place(getvariable('collection'), asked.measure, asked.score, run_name := asked.run_id)
) as place
order by asked.run_id, asked.label;
