-- Where the score of a run stands among the submitted ones, in a sentence. Variables: `collection`, `run_id`, `measure`,
-- `score`, `label` (what the measure was called).
select
    getvariable('label') || ' ' || format('{:.4f}', getvariable('score')::double) || ': ' || place.place
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
from systems.place(
    getvariable('collection'), getvariable('measure'), getvariable('score'), run_name := getvariable('run_id')
) as place;
