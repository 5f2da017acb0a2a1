-- Judges and their models, as named when leaderboards were loaded.
select
    'judge-scores' as part,
    scores.judge || '/' || scores.source as name,
    scores.collection,
    unnest(['name', 'model']) as key,
    unnest([scores.judge, scores.model]) as value,
from main.judge_scores as scores;
