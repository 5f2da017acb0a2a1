select
    unnest(['run', 'measure']) as kind,
    unnest([scores.run_id, scores.measure]) as name,
from main.judge_scores as scores
