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
    standing.place,
    standing.num_runs,
    nullif(array_to_string(standing.tied_with, ', '), '') as tied_with,
    standing.provenance,
    systems.place_sentence(asked.label, asked.score, standing) as told,
from asked
cross join lateral (
    from systems.place(getvariable('collection'), asked.measure, asked.score, run_name := asked.run_id)
) as standing
order by asked.run_id, asked.label;
