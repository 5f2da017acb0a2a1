-- Runs at hand of which only submitted scores are loaded, and which of variable `measures` these lack.
select
    asked.run_id,
    list(asked.measure order by asked.position) as lacking,
from (
    select
        submitted.run_id,
        unnest(getvariable('measures')) as measure,
        generate_subscripts(getvariable('measures'), 1) as position,
    from (select distinct submitted_scores.run_id from main.submitted_scores as submitted_scores) as submitted
) as asked
where
    (asked.run_id, asked.measure) not in (
        select (query_scores.run_id, query_scores.measure),
        from metrics.query_scores as query_scores
        where query_scores.provenance = 'submitted scores'
    )
group by asked.run_id
order by asked.run_id;
