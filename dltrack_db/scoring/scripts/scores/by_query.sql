-- One row per run, judged topic and value asked for, in the order asked for.
select
    query_scores.run_id,
    query_scores.query_id,
    query_scores.measure,
    query_scores.value,
    conventions.min_relevance,
    conventions.tie_rule,
from metrics.query_scores as query_scores
inner join conventions on query_scores.measure = conventions.measure
order by query_scores.run_id, query_scores.query_id, conventions.position;
