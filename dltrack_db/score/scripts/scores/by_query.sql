-- One row per run, judged topic and value asked for, in the order asked for; with variable `has_means` the mean of each run
-- under its topics, as topic 'all'.
with listed as (
    select
        query_scores.run_id,
        query_scores.query_id,
        query_scores.measure,
        query_scores.value,
        false as is_mean,
    from metrics.query_scores as query_scores
    union all
    select
        run_scores.run_id,
        'all' as query_id,
        run_scores.measure,
        run_scores.value,
        true as is_mean,
    from metrics.run_scores as run_scores
    where getvariable('has_means')
)

select
    listed.run_id,
    listed.query_id,
    listed.measure,
    listed.value,
    conventions.min_relevance,
    conventions.tie_rule,
from listed
inner join conventions on listed.measure = conventions.measure
order by listed.run_id, listed.is_mean, listed.query_id, conventions.position;
