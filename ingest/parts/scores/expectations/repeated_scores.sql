select
    scores.file_id,
    max(scores.line) as line,
    scores.measure || ' of run ' || scores.run_id || ', topic ' || scores.query_id || ' is '
    || max_by(scores.value, scores.line) || coalesce(', but on line ' || min(scores.line) || ' it is', ' and')
    || ' ' || min_by(scores.value, scores.line) as detail,
from staging.scores as scores
where scores.problem is null
group by scores.file_id, scores.run_id, scores.query_id, scores.measure
having count(*) > 1
order by scores.file_id, line
