-- How sure the first place is, where the scores come from, and a run that may be better of which only NIST's mean is known.
-- Variables: `measure`, `trials`, `seed`, `collection`.
select
    first_place.*,
    (
        select string_agg(distinct scores.provenance, ', ' order by scores.provenance)
        from metrics.query_scores as scores
        where scores.collection = getvariable('collection') and scores.measure = getvariable('measure')
    ) as provenance,
    best_runs.missing_run_id,
    best_runs.missing_value,
from statistics.first_place(
    [getvariable('measure')], trials := getvariable('trials'), seed := getvariable('seed')
) as first_place
left join systems.best_runs(getvariable('measure')) as best_runs
    on first_place.collection = best_runs.collection and best_runs.category is null
where first_place.collection = getvariable('collection')
