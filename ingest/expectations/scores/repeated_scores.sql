select
    scores.file_id,
    max(scores.line) as line,
    scores.measure || ' of run ' || scores.run_id || ', topic ' || scores.query_id || ', ' || count(*) || ' times' as detail,
from staging.scores as scores
group by scores.file_id, scores.run_id, scores.query_id, scores.measure
having count(*) > 1
order by scores.file_id, line
